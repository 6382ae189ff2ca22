import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { insertUser } from '../../../people/users/store.ts'
import type { Environment } from '../../../platform/process/environment.ts'
import { type Db, openStorage } from '../../../platform/storage/db.ts'
import { up as upgradeTotals } from '../../../platform/storage/migrations/0039-log-totals.ts'
import type { NewLogRow } from '../../../platform/storage/schema.ts'
import { type LogFilters, valuesOf } from '../filters.ts'
import { readLogPage } from '../read-page.ts'
import { logStat } from '../stat.ts'
import { deleteOldestLogs, newestLogId } from '../store.ts'
import { addRows } from './add-rows.ts'
import { addUnitsBelow, removeGone } from './add-units.ts'
import { rollUp } from './roll-up.ts'
import { ALL_ROWS } from './store.ts'
import { HOUR_SECONDS, LATEST, LEVELS } from './units.ts'

const START = Date.parse('2025-03-01T00:00Z') / 1000
const LONG = 'long'.repeat(60)

/** Hours from the start on: some close together, some so far apart that a unit of the highest level lies between. */
const hour = fc.oneof(
  { weight: 20, arbitrary: fc.nat(20) },
  { weight: 10, arbitrary: fc.integer({ min: 600, max: 610 }) },
  { weight: 1, arbitrary: fc.integer({ min: 9000, max: 9010 }) },
)
/** Many at the edges of hours, and a few inside. */
const time = fc.oneof(
  {
    weight: 100,
    arbitrary: fc
      .tuple(hour, fc.constantFrom(0, 1, 1800, 3599))
      .map(([hours, second]) => START + hours * HOUR_SECONDS + second),
  },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, LATEST - 1, LATEST, 5_000_000_000) },
)
const row = fc.record({
  created_at: time,
  type: fc.constantFrom(1, 2, 2, 2, 3, 4, 5, 5),
  user_id: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(1, 1, 2, 3, -1) }, { weight: 2, arbitrary: fc.nat(400) }),
  token_id: fc.constantFrom(0, 1, 2),
  token_name: fc.constantFrom('', 'one', 'one', 'one', 'two', LONG),
  model_name: fc.constantFrom('gpt-a', 'gpt-b', 'GPT-B', 'other_c', LONG),
  channel_id: fc.constantFrom(0, 1, 2),
  group: fc.constantFrom('default', 'vip'),
  error_code: fc.constantFrom('', '', 'overloaded', 'unknown', LONG),
  code: fc.constantFrom('', 'user_deleted'),
  request_id: fc.constantFrom('', 'r1'),
  quota: fc.nat(10_000),
})
/** One of the values, or some of them. */
const some = <Value extends string | number>(...values: Value[]) =>
  fc.oneof(fc.constantFrom(...values), fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 }))
const filters = fc.record(
  {
    type: some(0, 1, 2, 5),
    userId: fc.constantFrom(1, 2, 9),
    username: some('first', 'second', 'nobody', ''),
    token_id: some(0, 1, 2, 9),
    token_name: some('', 'one', LONG, 'none'),
    model_name: some('', 'gpt-b', LONG, '%pt-%', 'long%', '%none%'),
    channel: some(0, 1, 9),
    group: some('', 'vip', 'none'),
    error_code: some('', '%', 'overloaded', 'unknown', LONG.slice(0, 64)),
    request_id: fc.constantFrom('', '', '', 'r1', ['r1', 'r2']),
    start_timestamp: fc.oneof(fc.constant(0), time),
    end_timestamp: fc.oneof(fc.constant(0), time),
  },
  { requiredKeys: [] },
)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), rows: fc.array(row, { maxLength: 60 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('add' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('units' as const),
      hours: fc.constantFrom(...LEVELS.slice(1)),
      times: fc.nat(40),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('all' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('upgrade' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('delete' as const), before: time, steps: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), times: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('look' as const), filters, page_size: fc.integer({ min: 1, max: 40 }) }),
  },
)

type Row = Required<Omit<NewLogRow, 'id'>> & { id: number }

/** The filters applied row by row. */
function passes(row: Row, filters: LogFilters): boolean {
  const cause =
    row.type === LOG_TYPE.error
      ? row.error_code.slice(0, 64) || 'unknown'
      : row.type === LOG_TYPE.consume
        ? row.error_code.slice(0, 64)
        : ''
  /** Whether one of a filter's values fits, or there is none. */
  const any = <Value extends string | number>(
    given: Value | readonly Value[] | undefined,
    fits: (value: Value) => boolean,
  ) => valuesOf(given).length === 0 || valuesOf(given).some(fits)
  const isLike = (pattern: string) =>
    new RegExp(`^${pattern.split('%').map(RegExp.escape).join('.*')}$`, 'i').test(row.model_name)
  const { userId, start_timestamp = 0, end_timestamp } = filters
  return (
    row.created_at >= start_timestamp &&
    row.created_at <= (end_timestamp || Number.POSITIVE_INFINITY) &&
    (userId === undefined || row.user_id === userId) &&
    any(filters.type, type => row.type === type) &&
    any(filters.username, name => row.user_id === ['first', 'second'].indexOf(name) + 1 && row.user_id > 0) &&
    any(filters.token_id, id => row.token_id === id) &&
    any(filters.token_name, name => row.token_name === name) &&
    any(filters.model_name, name => (name.includes('%') ? isLike(name) : row.model_name === name)) &&
    any(filters.channel, id => row.channel_id === id) &&
    any(filters.group, group => row.group === group) &&
    any(filters.error_code, code => (code === '%' ? cause !== '' : cause === code)) &&
    any(filters.request_id, id => row.request_id === id)
  )
}

for (const { kind, open } of databases()) {
  describe(`the log’s sums on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
      const id = await insertUser(database.storage.db, { username: 'first', aff_code: 'first', created_at: START })
      expect(id).toBe(1)
      await insertUser(database.storage.db, { username: 'second', aff_code: 'second', created_at: START })
    })
    afterAll(() => database.close())

    const rowsOfLog = async (): Promise<Row[]> =>
      (await database.storage.db
        .selectFrom('logs')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()) as Row[]

    /** Total, sums and every page equal the rows. */
    async function compare(filters: LogFilters, page_size: number) {
      const { reports } = database.storage
      const rows = (await rowsOfLog()).filter(row => passes(row, filters))
      const ids: number[] = []
      for (let p = 1; p <= Math.floor(rows.length / page_size) + 1; p++) {
        const { items, total } = await readLogPage(reports, { ...filters, p, page_size }, ({ id }) => id)
        expect(total).toBe(rows.length)
        ids.push(...items)
      }
      expect(ids).toEqual(rows.map(({ id }) => id))
      const { quota } = await logStat({ reports, now: () => START }, filters)
      const charged = (await rowsOfLog()).filter(row => passes(row, { ...filters, type: LOG_TYPE.consume }))
      expect(quota).toBe(charged.reduce((sum, { quota }) => sum + quota, 0))
    }

    async function startAgain() {
      const { db } = database.storage
      for (const table of ['logs', 'log_sums', 'log_token_users'] as const) await db.deleteFrom(table).execute()
      await db.updateTable('log_roll_up').set({ gone_before: 0 }).execute()
      await db.updateTable('log_sum_levels').set({ until: 0, user_id: null }).execute()
    }

    const acts = {
      async write({ rows }: { rows: NewLogRow[] }) {
        if (rows.length > 0) await database.storage.db.insertInto('logs').values(rows).execute()
      },
      async add({ part }: { part: number }) {
        const { db } = database.storage
        const { row_id } = await db.selectFrom('log_roll_up').selectAll().executeTakeFirstOrThrow()
        const newest = await newestLogId(db)
        await addRows(db, row_id + Math.round((newest - row_id) * part), 7)
      },
      async units({ hours, times }: { hours: number; times: number }) {
        for (let time = 0; time < times; time++) await addUnitsBelow(database.storage.db, hours, 3)
      },
      async all() {
        await rollUp(database.storage.db, new AbortController().signal)
      },
      // From versions without totals.
      async upgrade() {
        await database.storage.db.deleteFrom('log_sums').where('user_id', '=', ALL_ROWS).execute()
        await upgradeTotals(database.storage.db as unknown as Kysely<unknown>)
      },
      async delete({ before, steps }: { before: number; steps: number }) {
        for (let step = 0; step < steps; step++) await deleteOldestLogs(database.storage.db, before, 5)
      },
      async remove({ times }: { times: number }) {
        for (let time = 0; time < times; time++) await removeGone(database.storage.db, 3)
      },
      look: ({ filters, page_size }: { filters: LogFilters; page_size: number }) => compare(filters, page_size),
    }

    test('give the totals, sums and pages of the rows, however far they are built and whatever is written late or deleted', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 5, maxLength: 25 }),
          fc.array(filters, { minLength: 2, maxLength: 2 }),
          fc.array(row, { minLength: 1, maxLength: 40 }),
          async (steps, last, late) => {
            await startAgain()
            // Each step has its own kind of values.
            for (const one of steps) await acts[one.do](one as never)
            for (const filters of last) await compare(filters, 23)
            await compare({}, 50)
            await acts.all()
            await acts.write({ rows: late })
            await acts.all()
            await compare({}, 50)
            for (const filters of last) await compare(filters, 31)
          },
        ),
        { seed: 20261123, endOnFailure: true, numRuns: Number(process.env.SUMS_RUNS ?? 8) },
      )
    }, 300_000)

    test('include everybody’s late rows, wherever the last piece of a unit ended', async () => {
      const rowAt = (created_at: number, user_id: number) => ({ created_at, type: LOG_TYPE.consume, user_id, quota: 1 })
      const users = Array.from({ length: 6 }, (_, index) => index + 1)
      for (let pieces = 0; pieces <= 8; pieces++) {
        await startAgain()
        await acts.write({ rows: users.map(user => rowAt(START, user)) })
        await acts.write({ rows: [9, 20].map(hour => rowAt(START + hour * HOUR_SECONDS, 1)) })
        await acts.add({ part: 1 })
        await acts.add({ part: 1 })
        await acts.units({ hours: 8, times: pieces })
        await acts.write({ rows: users.map(user => rowAt(START + 1, user)) })
        await acts.all()
        for (const userId of users) await compare({ userId }, 50)
        await compare({}, 50)
      }
    }, 60_000)

    test('are complete after an upgrade, wherever the last piece of a unit ended', async () => {
      for (let pieces = 0; pieces <= 8; pieces++) {
        await startAgain()
        await acts.write({
          rows: [0, 1, 9, 20].flatMap(hour =>
            [1, 2].map(user_id => ({
              created_at: START + hour * HOUR_SECONDS,
              type: LOG_TYPE.consume,
              user_id,
              token_name: 'one',
              quota: 1,
            })),
          ),
        })
        await acts.add({ part: 1 })
        await acts.add({ part: 1 })
        for (let piece = 0; piece < pieces; piece++) await addUnitsBelow(database.storage.db, 8, 1)
        await acts.upgrade()
        await compare({}, 50)
        await acts.all()
        await compare({}, 50)
      }
    }, 60_000)

    test('find the rows of equally named tokens of many users', async () => {
      await startAgain()
      const { db } = database.storage
      const rows = Array.from({ length: 240 }, (_, index) => ({
        created_at: START + index * 1000,
        type: LOG_TYPE.consume,
        user_id: index % 120,
        token_name: index % 3 === 0 ? 'two' : 'one',
        model_name: `m${index % 2}`,
        quota: 1,
      }))
      await db.insertInto('logs').values(rows).execute()
      await acts.all()
      await compare({ token_name: 'two' }, 50)
      await compare({ token_name: 'one', model_name: 'm1', start_timestamp: START + 5000 }, 50)
    }, 60_000)

    test('count nothing twice when two nodes add up, and nothing uncommitted too early', async () => {
      await startAgain()
      const { db } = database.storage
      const other = openStorage({ DATABASE_URL: '', ...database.place } as Environment)
      const write = (db: Db, count: number) =>
        db
          .insertInto('logs')
          .values(
            Array.from({ length: count }, (_, index) => ({
              created_at: START + index,
              type: LOG_TYPE.consume,
              user_id: 1,
            })),
          )
          .execute()
      const signal = new AbortController().signal
      const bothRollUp = (patienceMs = 2_000) =>
        Promise.all([db, other.db, db, other.db].map(db => rollUp(db, signal, patienceMs)))
      const writing = (async () => {
        for (let time = 0; time < 30; time++) await write(db, 200)
      })()
      while (await Promise.race([writing.then(() => false), bothRollUp().then(() => true)]));
      await bothRollUp()
      const summed = () =>
        db
          .selectFrom('log_sums')
          .where('hours', '=', 1)
          .where('user_id', '=', 1)
          .select(({ fn }) => fn.sum<number>('rows').as('rows'))
          .executeTakeFirstOrThrow()
      expect(await summed()).toEqual({ rows: 6000 })

      if (kind === 'postgres') {
        await db.transaction().execute(async late => {
          await write(late, 1)
          await write(db, 1)
          await bothRollUp(0)
          expect(await summed()).toEqual({ rows: 6000 })
        })
        await bothRollUp()
        expect(await summed()).toEqual({ rows: 6002 })
      }
      await compare({}, 100)
      await other.close()
    }, 60_000)
  })
}
