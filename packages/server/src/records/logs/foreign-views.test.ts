import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Call, Log, Page, TeamInvitation, Token } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

/** Filters of administrators, and names of columns that a user does not see, with values that fit one of two rows. */
const HIDDEN: Record<string, string> = {
  channel: '4711',
  channel_id: '4711',
  channel_name: 'eleven',
  username: 'somebody',
  user_id: '1',
  userId: '1',
  act: 'sign_in',
  ip: '203.0.113.1',
  other: 'admin_info',
  'admin_info.ip': '203.0.113.1',
  memberId: '1',
  projectId: '1',
  member_id: '1',
  project_id: '1',
  keyword: 'eleven',
}
/** Sorts by what a list does not show, and texts that would be SQL. */
const SORTS = [
  ...['channel', '-channel', 'user_id', 'ip', 'key', 'key_sealed', 'password', 'access_token', 'other', 'content'],
  ...['--id', '-', 'ID', 'id desc', 'id,quota', 'id;drop table logs', '(select 1)', '1', '"id"', 'logs.id', "quota'"],
  ...['__proto__', 'constructor', 'toString', '-__proto__', 'hasOwnProperty', '\0', 'ｉｄ'],
]
const sortable = endpoints
  .map(({ call }): Call => call)
  .filter(({ query }) => query && 'shape' in query && 'sort' in (query.shape as object))

for (const { kind, open } of databases()) {
  describe(`the address of a view (${kind})`, () => {
    let database: TestDatabase
    let app: AppContext
    let [user, root, owner, member, stranger]: ConsoleClient[] = []
    let teamId = 0
    let memberToken = 0
    const ask = async <Data>(client: ConsoleClient | undefined, method: string, path: string, body?: object) => {
      const answer = await client?.(method, path, { body })
      return answer as { success: boolean; code?: string; status: number; data: Data; message: string }
    }
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      ;[user, owner, member, stranger] = await Promise.all([1, 2, 3, 4].map(() => signedIn(app, endpoints, 'user')))
      root = await signedIn(app, endpoints, 'root')
      const idOf = async (client?: ConsoleClient) =>
        (await ask<{ id: number }>(client, 'GET', '/api/user/self')).data.id
      teamId = (await ask<{ id: number }>(owner, 'POST', '/api/team/', { name: 'Crew' })).data.id
      const { code } = (
        await ask<TeamInvitation & { code: string }>(owner, 'POST', `/api/team/${teamId}/invitations`, {
          role: 'member',
        })
      ).data
      await ask(member, 'POST', '/api/team/invitation/accept', { code })
      const made = (by?: ConsoleClient) => ask<Token[]>(by, 'POST', `/api/team/${teamId}/tokens`, { name: 't' })
      const [ofOwner, ofMember] = [(await made(owner)).data[0]?.id ?? 0, (await made(member)).data[0]?.id ?? 0]
      memberToken = ofMember
      const row = (user_id: number, content: string, more: object = {}) => ({
        ...{
          user_id,
          content,
          username: 'somebody',
          type: 2,
          created_at: TEST_NOW - 60,
          quota: 1,
          channel_id: 4711,
          token_id: 0,
        },
        other: JSON.stringify({ admin_info: { ip: '203.0.113.1', use_channel: ['4711'] }, error_code: 'e' }),
        ...more,
      })
      const userId = await idOf(user)
      await app.db
        .insertInto('logs')
        .values([
          row(userId, 'one'),
          row(userId, 'two', {
            channel_id: 4712,
            username: 'renamed',
            other: '{"admin\\u005finfo":{"ip":"203.0.113.2"}}',
          }),
          row(teamId, 'of the owner', { token_id: ofOwner }),
          row(teamId, 'of the member', { token_id: ofMember }),
        ])
        .execute()
    })
    afterAll(() => database.close())

    const found = async (client: ConsoleClient | undefined, query: string) =>
      (await ask<Page<Log>>(client, 'GET', `/api/log/self?${query}`)).data?.items.map(({ content }) => content).sort()

    test('tells a user nothing of what only administrators see, by filters of theirs', async () => {
      for (const path of [
        '/api/log/self',
        '/api/log/self/stat',
        '/api/log/self/export',
        '/api/log/self/export?format=jsonl',
      ]) {
        const and = path.includes('?') ? '&' : '?'
        const plain = await ask(user, 'GET', path)
        expect(plain.success).toBe(true)
        for (const [name, value] of Object.entries(HIDDEN))
          expect([name, await ask(user, 'GET', `${path}${and}${name}=${value}`)]).toEqual([name, plain])
      }
      expect(await found(user, '')).toEqual(['one', 'two'])
    })

    test('sorts by no column that a list does not show', async () => {
      expect(sortable.length).toBeGreaterThan(10)
      for (const { path } of sortable)
        for (const sort of SORTS) {
          const { success, code } = await ask(root, 'GET', `${path}?sort=${encodeURIComponent(sort)}`)
          expect([path, sort, success, code]).toEqual([path, sort, false, 'input_invalid'])
        }
    })

    test('opens a team’s rows to its members alone, to each their own, in lists, figures and files', async () => {
      const team = `team_id=${teamId}`
      expect(await found(owner, team)).toEqual(['of the member', 'of the owner'])
      for (const more of ['', '&member_id=0', `&token_id=${memberToken}`, '&project_id=0', '&user_id=1'])
        expect([more, await found(member, team + more)]).toEqual([more, ['of the member']])
      const { data } = await ask<{ quota: number }>(member, 'GET', `/api/log/self/stat?${team}`)
      expect(data.quota).toBe(1)
      for (const path of ['', '/stat', '/export'])
        for (const query of [team, `${team}&member_id=1`, `team_id=${teamId}.0`, `team_id=+${teamId}`]) {
          const refused = await ask(stranger, 'GET', `/api/log/self${path}?${query}`)
          expect([path, query, refused.success, refused.code]).toEqual([path, query, false, 'team_not_found'])
        }
    })

    test('gives a file with nothing reserved for administrators', async () => {
      for (const format of ['csv', 'jsonl']) {
        const file = (await ask(user, 'GET', `/api/log/self/export?format=${format}`)).message
        expect(file).toContain('two')
        expect(file).not.toMatch(/203\.0\.113|admin_?info|u005f|471[12]/)
        const ofMember = (await ask(member, 'GET', `/api/log/self/export?format=${format}&team_id=${teamId}`)).message
        expect(ofMember).toContain('of the member')
        expect(ofMember).not.toContain('of the owner')
      }
      expect((await ask(user, 'GET', '/api/log/export')).code).toBe('role_too_low')
      expect((await ask(user, 'GET', '/api/log/self/export?format=html')).code).toBe('input_invalid')
    })
  })
}
