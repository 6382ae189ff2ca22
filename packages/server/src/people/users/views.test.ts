import { afterAll, expect, test } from 'bun:test'
import {
  type ListView,
  type User,
  VIEW_NAME_MAX_LENGTH,
  VIEW_QUERY_MAX_LENGTH,
  VIEWS_PER_USER_MAX,
} from '@tollgate/contract'
import { testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'

const all: TestDatabase[] = []
const opened = async (open: () => Promise<TestDatabase>) => {
  const database = await open()
  all.push(database)
  return database
}
afterAll(() => Promise.all(all.map(database => database.close())))

const keep = (user: ConsoleClient, list: string, name: string, query = '') =>
  user('PUT', '/api/user/view', { body: { list, name, query } })
const settingIn = (data: unknown) => JSON.parse((data as User).setting)
const settingOf = async (user: ConsoleClient) => settingIn((await user('GET', '/api/user/self')).data)

for (const { kind, open } of databases())
  test(`a user’s views of lists are kept, replaced and deleted by name, and only shown to that user, on ${kind}`, async () => {
    const app = await testApp(await opened(open))
    const user = await signedIn(app, endpoints, 'user')
    await keep(user, 'users', 'Rich', 'sort=-quota')
    await keep(user, 'logs', 'Slow', 'sort=-duration')
    expect(await keep(user, 'logs', ' Mine ', 'username=me')).toMatchObject({ success: true })
    const slow = { name: 'Slow', query: 'sort=duration' }
    const mine = { name: 'Mine', query: 'username=me' }
    expect((await keep(user, 'logs', 'Slow', slow.query)).data).toEqual([slow, mine])
    await user('PUT', '/api/user/setting', { body: { notify_type: 'email' } })
    await user('PUT', '/api/user/look', { body: { font: 'serif' } })
    const { id } = (await user('GET', '/api/user/self')).data as User
    expect(await settingOf(user)).toMatchObject({
      look: { font: 'serif' },
      views: { users: [{ name: 'Rich', query: 'sort=-quota' }], logs: [slow, mine] },
    })

    expect((await user('DELETE', '/api/user/view?list=logs&name=Slow')).data).toEqual([mine])
    expect((await user('DELETE', '/api/user/view?list=logs&name=Slow')).data).toEqual([mine])
    const admin = await signedIn(app, endpoints, 'admin')
    expect(settingIn((await admin('GET', `/api/user/${id}`)).data)).not.toHaveProperty('views')
    const { items } = (await admin('GET', '/api/user/')).data as { items: User[] }
    expect(items.map(({ setting }) => setting).join()).not.toContain('username=me')
    expect((await settingOf(admin)).views).toBeUndefined()
  })

for (const { kind, open } of databases())
  test(`of changes to a user’s look, views and notices at once none is lost, on ${kind}`, async () => {
    const user = await signedIn(await testApp(await opened(open)), endpoints, 'user')
    const names = Array.from({ length: 8 }, (_, at) => `n${at}`)
    const answers = await Promise.all([
      ...names.map(name => keep(user, 'logs', name)),
      user('PUT', '/api/user/look', { body: { font: 'serif' } }),
      user('PUT', '/api/user/setting', { body: { notify_type: 'email', quota_warning_threshold: 7 } }),
    ])
    expect(answers.map(({ success }) => success)).not.toContain(false)
    const { views, ...setting } = await settingOf(user)
    expect(setting).toMatchObject({ look: { font: 'serif' }, quota_warning_threshold: 7 })
    expect(views.logs.map(({ name }: ListView) => name).toSorted()).toEqual(names)
  })

test('more views than a user may have, long ones and unknown lists are refused, and nothing changes', async () => {
  const [sqlite] = databases()
  if (!sqlite) throw new Error('no database to test on')
  const user = await signedIn(await testApp(await opened(sqlite.open)), endpoints, 'user')
  const long = 'x'.repeat(VIEW_QUERY_MAX_LENGTH + 1)
  for (const [list, name, query, field] of [
    ['logs', 'x'.repeat(VIEW_NAME_MAX_LENGTH + 1), '', 'name'],
    ['logs', '  ', '', 'name'],
    ['logs', 'Long', long, 'query'],
    ['secrets', 'Other', '', 'list'],
    ['__proto__', 'Other', '', 'list'],
  ] as const)
    expect(await keep(user, list, name, query)).toMatchObject({ success: false, code: 'input_invalid', field })
  for (let number = 1; number <= VIEWS_PER_USER_MAX; number++)
    expect(await keep(user, number % 2 ? 'logs' : 'users', `n${number}`)).toMatchObject({ success: true })
  const before = await settingOf(user)
  expect(await keep(user, 'tokens', 'one more')).toMatchObject({
    success: false,
    code: 'views_too_many',
    message: `You have ${VIEWS_PER_USER_MAX} views, which is the maximum; delete one first`,
  })
  expect(await settingOf(user)).toEqual(before)
  // An earlier one can still be replaced.
  expect((await keep(user, 'logs', 'n1', 'sort=quota')).data as ListView[]).toContainEqual({
    name: 'n1',
    query: 'sort=quota',
  })
})
