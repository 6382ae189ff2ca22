import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOG_TYPE, type WhatIf, type WhatIfResult } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { MAIN, runProgram } from '../../../test/support/gateway-process.ts'
import { until } from '../../../test/support/until.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { archiveAndDelete } from '../../records/archive/archive-and-delete.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

const DAY = 86_400
const [SINCE, UNTIL] = [TEST_NOW - 10 * DAY, TEST_NOW]
/** Processes start slowly on a busy machine. */
const PATIENCE_MS = 60_000
const SPAN = { since: SINCE, until: UNTIL }

/** A call of 1,000 tokens by one of two users, at a ratio of 1. */
const callOf = (user: number, at: number, more: Partial<NewLogRow> = {}): NewLogRow => ({
  type: LOG_TYPE.consume,
  created_at: at,
  user_id: user,
  username: user === 1 ? 'ann' : 'bob',
  model_name: 'mine',
  group: user === 1 ? 'default' : 'vip',
  channel_id: 3,
  quota: 1_000,
  other: JSON.stringify({
    quota_per_unit: 500_000,
    group_ratio: 1,
    model_ratio: 1,
    model_price: -1,
    text_input: 1_000,
  }),
  ...more,
})

for (const { kind, open } of databases())
  describe(`a what-if on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let folder = ''
    let admin: Awaited<ReturnType<typeof signedIn>>
    beforeAll(async () => {
      database = await open()
      folder = mkdtempSync(join(tmpdir(), 'tollgate-what-if-'))
      app = await testApp(database, { dataFolder: folder })
      admin = await signedIn(app, endpoints, 'admin')
      await app.options.set('ModelRatio', '{"mine":1}')
      await app.options.set('archive_setting.enabled', 'true')
      const rows = [
        callOf(1, SINCE - 1),
        callOf(1, SINCE),
        callOf(2, SINCE),
        callOf(2, TEST_NOW - DAY),
        callOf(2, TEST_NOW - DAY, { type: LOG_TYPE.error, quota: 0 }),
        callOf(1, TEST_NOW - DAY, { quota: 70, other: 'not JSON' }),
        callOf(1, UNTIL),
      ]
      await app.db.insertInto('logs').values(rows).execute()
      // The first three rows are in an archive.
      await archiveAndDelete(app, SINCE + 1, new AbortController().signal)
      expect(await app.db.selectFrom('logs').select('id').execute()).toHaveLength(4)
    })
    afterAll(async () => {
      await app.jobs.stop()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    })

    async function resultOf(draft: object): Promise<WhatIfResult> {
      const { data } = await admin('POST', '/api/what-if/', { body: { draft, ...SPAN } })
      const { id } = data as WhatIf
      const done = await until(
        async () => (await admin('GET', `/api/what-if/${id}`)).data as WhatIf & { result: WhatIfResult },
        ({ state }) => state !== 'running',
        PATIENCE_MS,
      )
      expect(done).toMatchObject({ state: 'done', handled: 4, draft, ...SPAN })
      await until(
        () => app.jobs.list(),
        jobs => jobs.find(({ name }) => name === 'what-ifs')?.state === 'succeeded',
      )
      return done.result
    }

    test('at current prices equals the books, and names rows that cannot be replayed', async () => {
      const { total, differing, rows, not_replayed } = await resultOf({})
      expect(total).toMatchObject({ calls: 3, booked: 3_000, quota: 3_000 })
      expect([differing, rows]).toEqual([0, []])
      expect(not_replayed).toEqual([{ reason: 'unreadable', rows: 1, booked: 70 }])
    })

    test('lists the change by model, user, group and channel, and the rows that differ', async () => {
      const { total, models, users, groups, channels, differing, rows } = await resultOf({
        ModelRatio: { mine: 2 },
        GroupRatio: { vip: 3 },
      })
      expect(total).toMatchObject({ calls: 3, booked: 3_000, quota: 14_000 })
      expect(models).toMatchObject([{ key: 'mine', quota: 14_000 }])
      expect(users.map(({ name, booked, quota }) => [name, booked, quota])).toEqual([
        ['bob', 2_000, 12_000],
        ['ann', 1_000, 2_000],
      ])
      expect(groups.map(({ key, quota }) => [key, quota])).toEqual([
        ['vip', 12_000],
        ['default', 2_000],
      ])
      expect(channels.map(({ key }) => key)).toEqual(['3'])
      expect([differing, rows.length]).toEqual([3, 3])
    })

    test('can be downloaded, the last ones are listed, and a stopped one has no result', async () => {
      await resultOf({ ModelRatio: { mine: 2 } })
      const { data } = await admin('GET', '/api/what-if/')
      const [{ id }] = data as [WhatIf]
      const { message } = await admin('GET', `/api/what-if/${id}/csv`)
      expect(message.split('\r\n').slice(0, 3)).toEqual([
        'part,key,name,calls,booked,quota,change,cost,quota_with_cost',
        'total,,,3,3000,6000,3000,0,0',
        'model,mine,,3,3000,6000,3000,0,0',
      ])
      const open = { draft: '{}', ...SPAN, state: 'running' as const, actor_name: 'root', created_at: 1 }
      const stopped = await app.db.insertInto('what_ifs').values(open).returning('id').executeTakeFirstOrThrow()
      expect((await admin('POST', `/api/what-if/${stopped.id}/stop`)).data).toMatchObject({ state: 'stopped' })
      expect((await admin('POST', `/api/what-if/${id}/stop`)).data).toMatchObject({ state: 'done' })
      expect(await admin('GET', `/api/what-if/${stopped.id}/csv`)).toMatchObject({ code: 'what_if_not_done' })
      expect(await admin('GET', '/api/what-if/999999')).toMatchObject({ code: 'what_if_not_found' })
    })

    test('names users, calls and channels only to who may see them, also in the file', async () => {
      await resultOf({ ModelRatio: { mine: 2 } })
      const [{ id }] = (await admin('GET', '/api/what-if/')).data as [WhatIf]
      const parts = async (rights: string) => {
        const limited = await signedIn(app, endpoints, 'admin')
        const self = (await limited('GET', '/api/user/self')).data as { id: number }
        await app.db.updateTable('users').set({ rights }).where('id', '=', self.id).execute()
        const { users, rows, channels } = (
          (await limited('GET', `/api/what-if/${id}`)).data as { result: WhatIfResult }
        ).result
        const { message } = await limited('GET', `/api/what-if/${id}/csv`)
        const inFile = (part: string) => message.split('\r\n').filter(line => line.startsWith(`${part},`)).length
        expect(['user', 'row', 'channel'].map(inFile)).toEqual([users.length, rows.length, channels.length])
        return [users.length, rows.length, channels.length]
      }
      expect(await parts('prices')).toEqual([0, 0, 0])
      expect(await parts('prices,logs')).toEqual([2, 3, 0])
      expect(await parts('prices,channels.see')).toEqual([0, 0, 1])
    })

    test('is refused while five are unfinished, and never drops one of those', async () => {
      const of = (state: WhatIf['state']) => ({ draft: '{}', ...SPAN, state, actor_name: 'root', created_at: 1 })
      const ids = async () =>
        (await app.db.selectFrom('what_ifs').select('id').where('state', '=', 'running').execute()).map(({ id }) => id)
      await app.db
        .insertInto('what_ifs')
        .values(Array.from({ length: 5 }, () => of('running')))
        .execute()
      await app.db
        .insertInto('what_ifs')
        .values(Array.from({ length: 25 }, () => of('stopped')))
        .execute()
      const [first, ...others] = await ids()
      const ask = () => admin('POST', '/api/what-if/', { body: { draft: {}, ...SPAN } })
      expect(await ask()).toMatchObject({ status: 429, code: 'what_ifs_too_many' })
      await admin('POST', `/api/what-if/${first}/stop`)
      const answers = await Promise.all([ask(), ask(), ask()])
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      const all = (await app.db.selectFrom('what_ifs').select('id').execute()).map(({ id }) => id)
      expect(all).toEqual(expect.arrayContaining(others))
      expect(all).toHaveLength(20 + others.length)
      await app.jobs.stop()
      await app.db.updateTable('what_ifs').set({ state: 'stopped' }).execute()
    })

    test('takes a draft of prices and a span of up to a year, only from administrators', async () => {
      const user = await signedIn(app, endpoints, 'user')
      expect((await user('GET', '/api/what-if/')).status).toBe(403)
      const refused = async (body: object) => (await admin('POST', '/api/what-if/', { body })).code
      expect(await refused({ draft: {}, since: 1, until: UNTIL })).toBe('input_invalid')
      expect(await refused({ draft: { ModelRatio: { mine: -1 } }, ...SPAN })).toBe('input_invalid')
      expect(await refused({ draft: { Prices: {} }, ...SPAN })).toBe('input_invalid')
    })

    test('is also a command', async () => {
      const file = join(folder, 'draft.json')
      writeFileSync(file, '{"GroupRatio":{"vip":2}}')
      const environment = { ...database.place, SECRET_KEY: 'the secret key of every test app' }
      const words = [MAIN, 'what-if', file, '--since', String(SINCE), '--until', String(UNTIL)]
      const [told, csv, wrong] = await Promise.all(
        [words, [...words, '--csv'], [MAIN, 'what-if', file]].map(given => runProgram(given, environment)),
      )
      expect(told?.stdout).toContain('Revenue: $0.0060 → $0.0100 (+$0.0040), 3 calls; 2 rows differ')
      expect(csv?.stdout).toContain('group,vip,,2,2000,4000,2000,0,0')
      expect([wrong?.exitCode, wrong?.stderr]).toEqual([1, expect.stringMatching(/^✗ A file and --since are needed/)])
    })
  })
