import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LIST_SORTS, type ListName } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { sortedLogs } from '../records/logs/sorted-page.ts'
import { endpoints } from './app.ts'
import type { AppContext } from './app-context.ts'

type Row = Record<string, unknown>

/** The path of each list, its reader, and which of its rows belong to the test. */
const LISTS: Record<Exclude<ListName, 'channels'>, { path: string; isOwn?: true; isTested?: (row: Row) => boolean }> = {
  users: { path: '/api/user/search', isTested: ({ username }) => String(username).startsWith('sorted') },
  tokens: { path: '/api/token/search', isOwn: true },
  logs: { path: '/api/log/' },
  redemptions: { path: '/api/redemption/search' },
  orders: { path: '/api/user/topup/self', isOwn: true },
  tasks: { path: '/api/task/' },
  drawings: { path: '/api/mj/' },
}

/** A row's sort value, if it is not the field of this name; null: it has none, and comes last. */
const VALUES: Record<string, (row: Row) => unknown> = {
  duration: ({ content }) => [2_000, 900, 3_000][Number(content)],
  'logs first_token_ms': ({ content }) => [20, null, 10][Number(content)],
  expired_time: ({ expired_time }) => (expired_time === -1 ? null : expired_time),
  remain_quota: ({ unlimited_quota, remain_quota }) => (unlimited_quota ? null : remain_quota),
}
const MAY_LACK = ['last_login_at', 'redeemed_time', 'used_user_id', 'complete_time', 'finish_time', 'accessed_time']

for (const { kind, open } of databases()) {
  describe(`lists on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let clients: { admin: ConsoleClient; user: ConsoleClient }

    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      clients = { admin: await signedIn(app, endpoints, 'admin'), user: await signedIn(app, endpoints, 'user') }
      const { id: userId } = (await clients.user('GET', '/api/user/self')).data as { id: number }
      // Three of each, with different values whose order differs from that of the ids in every column.
      for (const [index, [low, high]] of [
        [2, 3],
        [1, 0],
        [3, 1],
      ].entries()) {
        const [small = 0, large = 0] = [low, high]
        await app.db
          .insertInto('users')
          .values({
            ...{ username: `sorted${small}`, aff_code: `s${index}`, created_at: large, last_login_at: large },
            ...{ group: `g${small}`, role: small, status: small, quota: small, used_quota: large },
            ...{ request_count: large, aff_count: small },
          })
          .execute()
        await app.db
          .insertInto('tokens')
          .values({
            ...{ user_id: userId, name: `Token ${small}`, key_sealed: app.secrets.encrypt(`k${index}`) },
            ...{ key_fingerprint: `f${index}`, key_hint: 'h', status: small === 3 ? 2 : 1, group: `g${large}` },
            ...{ remain_quota: small, unlimited_quota: Number(large === 0), used_quota: large, created_time: small },
            ...{ accessed_time: large, expired_time: large === 3 ? -1 : TEST_NOW + small },
          })
          .execute()
        await app.db
          .insertInto('logs')
          .values({
            ...{ user_id: userId, type: 2, created_at: TEST_NOW - small, quota: large, prompt_tokens: small },
            ...{ completion_tokens: large, content: String(index) },
            ...(index === 1 ? { duration_ms: 900 } : { use_time: small }),
            ...(index !== 1 && { first_token_ms: 10 * (3 - index) - 10 * Number(index === 0) }),
          })
          .execute()
        await app.db
          .insertInto('redemptions')
          .values({
            ...{ name: `Code ${small}`, key_sealed: app.secrets.encrypt(`c${index}`), key_fingerprint: `f${index}` },
            ...{ status: small, quota: large, created_time: small, redeemed_time: large, used_user_id: large },
            user_id: 1,
          })
          .execute()
        await app.db
          .insertInto('top_ups')
          .values({
            ...{ user_id: userId, amount: small, money_cents: large, trade_no: `t${index}`, payment_method: 'zfb' },
            ...{ create_time: TEST_NOW - small, complete_time: large },
            status: index === 0 ? 'success' : 'pending',
          })
          .execute()
        const task = { user_id: userId, channel_id: 0, status: `S${small}`, quota: large, finish_time: large }
        await app.db
          .insertInto('tasks')
          .values({
            ...{ ...task, platform: `p${large}`, action: `a${small}`, task_id: `t${index}`, submit_time: small },
            ...{ created_at: 1, updated_at: 1 },
          })
          .execute()
        await app.db
          .insertInto('midjourneys')
          .values({ ...task, action: `a${small}`, mj_id: `m${index}`, submit_time: small })
          .execute()
      }
    })
    afterAll(() => database.close())

    async function ask(list: keyof typeof LISTS, query: string): Promise<Row[]> {
      const { path, isOwn, isTested = () => true } = LISTS[list]
      const { data } = await clients[isOwn ? 'user' : 'admin']('GET', `${path}?page_size=100&${query}`)
      return (Array.isArray(data) ? data : (data as { items: Row[] }).items).filter(isTested)
    }

    for (const list of Object.keys(LISTS) as (keyof typeof LISTS)[])
      test(`the list of ${list} is sorted by each of its columns, rows without a value last`, async () => {
        for (const column of LIST_SORTS[list]) {
          const asSorted = VALUES[`${list} ${column}`] ?? VALUES[column] ?? (row => row[column])
          const known = (row: Row) => {
            const value = asSorted(row)
            return MAY_LACK.includes(column) && value === 0 ? null : value
          }
          const [up, down] = [await ask(list, `sort=${column}`), await ask(list, `sort=-${column}`)]
          expect(up.length, `${list} by ${column}`).toBe(3)
          const values = up.map(known)
          const present = values.filter(value => value !== null) as (number | string)[]
          expect(values, `${list} by ${column}`).toEqual([
            ...present.toSorted((one, other) => (one < other ? -1 : Number(one > other))),
            ...values.filter(value => value === null),
          ])
          expect(down.map(known), `${list} by -${column}`).toEqual([
            ...present.toReversed(),
            ...values.filter(value => value === null),
          ])
        }
      })

    test('filters take several values', async () => {
      const counts = {
        'users status=1,2': 2,
        'users role=3&group=g3,g1': 1,
        'users status=0': 0,
        'tokens status=1,2': 3,
        'tokens status=2': 1,
        'tokens status=3,4': 0,
        'tokens group=g0,g3': 2,
        'redemptions status=1,3': 2,
        'tasks status=S1,S2&platform=p0,p3': 2,
      }
      for (const [asked, count] of Object.entries(counts)) {
        const [list = '', query = ''] = asked.split(' ')
        expect({ [asked]: (await ask(list as keyof typeof LISTS, query)).length }).toEqual({ [asked]: count })
      }
    })

    test('a log too long to sort is sorted from a time that it names', async () => {
      const window = { skipped: 0, count: 10, mostSorted: 2 }
      const { rows, total, sorted_since } = await sortedLogs(app.reports, {}, '-quota', window)
      expect({ quotas: rows.map(({ quota }) => quota), total, sorted_since }).toEqual({
        quotas: [3, 0],
        total: 2,
        sorted_since: TEST_NOW - 2,
      })
      expect(await sortedLogs(app.reports, {}, '-quota', { ...window, mostSorted: 3 })).not.toHaveProperty(
        'sorted_since',
      )
    })

    test('the oldest rows of the log can be paged through', async () => {
      const page = async (p: number) =>
        (
          (await clients.admin('GET', `/api/log/?sort=created_at&page_size=2&p=${p}`)).data as { items: Row[] }
        ).items.map(({ content }) => content)
      expect([await page(1), await page(2), await page(3)]).toEqual([['2', '0'], ['1'], []])
    })
  })
}
