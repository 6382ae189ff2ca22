import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import fc from 'fast-check'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { insertUser } from '../../../people/users/store.ts'
import type { Environment } from '../../../platform/process/environment.ts'
import { openStorage } from '../../../platform/storage/db.ts'
import type { NewLogRow } from '../../../platform/storage/schema.ts'
import { insertStatement, run } from '../../../platform/storage/statements.ts'
import { valuesOf } from '../../logs/filters.ts'
import { timeUnits } from '../time-units.ts'
import { figureRows, INTO_FIGURES, SLOT_SECONDS } from '../usage-figures.ts'
import { addFigures } from './add-figures.ts'
import { addLate } from './add-late.ts'
import { addUnitsBelow } from './add-units.ts'
import type { FigureSum } from './answers.ts'
import { SUMS as ALL_SUMS } from './columns.ts'
import type { Which } from './conditions.ts'
import { DIMENSIONS, type Dimension, LEVELS } from './facets.ts'
import { readFigures } from './read-figures.ts'
import { close, rollUpFigures } from './roll-up.ts'

const HOUR = 3600
const START = Date.parse('2025-03-01T00:00Z') / 1000
const ZONES = ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/Berlin']
const LONG = 'long'.repeat(60)

/** Some are close together, some so far apart that units of every length lie between them. */
const hour = fc.oneof(
  { weight: 20, arbitrary: fc.nat(20) },
  { weight: 10, arbitrary: fc.integer({ min: 600, max: 610 }) },
  { weight: 3, arbitrary: fc.integer({ min: 2000, max: 2010 }) },
)
const time = fc
  .tuple(hour, fc.constantFrom(0, 1, 899, 900, 1800, 3599))
  .map(([hours, second]) => START + hours * HOUR + second)
const row = fc.record({
  created_at: time,
  type: fc.constantFrom(LOG_TYPE.consume, LOG_TYPE.consume, LOG_TYPE.error),
  user_id: fc.constantFrom(1, 1, 2, 3),
  username: fc.constantFrom('first', 'before'),
  token_id: fc.constantFrom(0, 1, 2),
  model_name: fc.constantFrom('gpt-a', 'gpt-b', 'GPT-B', 'ö', LONG),
  channel_id: fc.constantFrom(0, 1, 2),
  group: fc.constantFrom('default', 'default', 'vip', ''),
  error_code: fc.constantFrom('', '', 'overloaded', 'unknown', 'Zone'),
  quota: fc.nat(10_000),
  prompt_tokens: fc.nat(1000),
  completion_tokens: fc.nat(1000),
  cache_tokens: fc.nat(1000),
  cache_saved: fc.integer({ min: -50, max: 50 }),
})
const which = fc.record(
  {
    userId: fc.constantFrom(1, 2, 9),
    username: fc.constantFrom('first', 'nobody', '', ['first', 'second']),
    token_id: fc.constantFrom(0, 1, 2, 9),
    model_name: fc.constantFrom('', 'gpt-b', LONG, 'none', ['gpt-a', 'gpt-b']),
    channel: fc.constantFrom(0, 1, 9, [1, 2]),
    group: fc.constantFrom('', 'vip', 'none', ['vip', 'default']),
  },
  { requiredKeys: [] },
)
const asked = fc.record({
  which,
  from: time,
  to: time,
  unit: fc.constantFrom('hour', 'day', 'week', null),
  zone: fc.constantFrom(...ZONES),
  by: fc.subarray(Object.keys(DIMENSIONS) as Dimension[], { maxLength: 2 }),
  ofFailed: fc.boolean(),
})
type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never

const act = <Name extends string, Rest>(weight: number, name: Name, rest: fc.Arbitrary<Rest>) => ({
  weight,
  arbitrary: rest.map(given => ({ do: name, given })),
})
const step = fc.oneof(
  act(5, 'write', fc.array(row, { maxLength: 40 })),
  act(4, 'close', fc.record({ now: time, add: fc.nat(12) })),
  act(3, 'units', fc.record({ level: fc.nat(LEVELS.length - 1), times: fc.nat(40) })),
  act(3, 'late', fc.nat(4)),
  act(2, 'all', time),
  act(4, 'look', asked),
)

const passesOne = (wanted: Parameters<typeof valuesOf>[0], value: unknown) =>
  valuesOf(wanted).length === 0 || valuesOf(wanted).some(one => one === value)

for (const { kind, open } of databases()) {
  describe(`the sums of figures on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
      const id = await insertUser(database.storage.db, { username: 'first', aff_code: 'first', created_at: START })
      expect(id).toBe(1)
      await insertUser(database.storage.db, { username: 'second', aff_code: 'second', created_at: START })
    })
    afterAll(() => database.close())

    async function write(rows: readonly NewLogRow[]) {
      const statement = insertStatement(kind, INTO_FIGURES, figureRows(rows))
      if (statement) await database.storage.batch([statement])
    }

    async function startAgain() {
      const { db } = database.storage
      for (const table of ['quota_data', 'figure_sums', 'figure_token_users', 'figure_sum_levels'] as const)
        await db.deleteFrom(table).execute()
      const key = { model_name: null, channel_id: null, user_id: null, token_id: null, cause: null, group: null }
      await db
        .updateTable('figure_roll_up')
        .set({ until: 0, closed_until: 0, ...key })
        .execute()
    }

    /** The written rows, from which the ledger makes figures. */
    let written: NewLogRow[] = []

    /** The same sums, computed from the written rows alone. */
    function expected({ which, by, ofFailed }: Asked, parts: readonly { place: number; from: number; to: number }[]) {
      const sums = new Map<string, number[]>()
      for (const [time = 0, model, channel, cause, user, token, group, , ...numbers] of written.flatMap(row =>
        figureRows([row]),
      )) {
        const part = parts.find(({ from, to }) => Number(time) >= from && Number(time) < to)
        const passes =
          part &&
          (which.userId === undefined || user === which.userId) &&
          passesOne(which.username, user === 1 ? 'first' : user === 2 ? 'second' : '?') &&
          passesOne(which.token_id, token) &&
          passesOne(which.model_name, model) &&
          passesOne(which.channel, channel) &&
          passesOne(which.group, group) &&
          (!ofFailed || cause !== '')
        if (!passes) continue
        const of = { model, channel, cause, user, token, group }
        const key = JSON.stringify([part.place, ...by.map(name => of[name])])
        const before = sums.get(key) ?? []
        sums.set(
          key,
          numbers.map((number, at) => Number(number) + (before[at] ?? 0)),
        )
      }
      return sums
    }

    const SUMS = ['count', 'failed', 'quota', 'token_used', 'prompt_tokens', 'cache_tokens', 'cache_saved'] as const
    async function compare(asked: Asked) {
      const [from, to] = [Math.min(asked.from, asked.to), Math.max(asked.from, asked.to)].map(
        time => time - (time % SLOT_SECONDS),
      ) as [number, number]
      const parts =
        asked.unit && to > from ? timeUnits(from, to, asked.unit, asked.zone).parts : [{ place: 0, from, to }]
      const { which, by, ofFailed } = asked
      const found = await readFigures(database.storage.reports, {
        which: which as Which,
        parts,
        by,
        ofFailed,
        sums: ALL_SUMS,
      })
      const names = ofFailed ? (['failed'] as const) : SUMS
      const keyOf = (sum: FigureSum) => JSON.stringify([sum.place, ...by.map(name => sum[name])])
      const wanted = [...expected(asked, parts)].map(([key, sums]): [string, number[]] => [
        key,
        names.map(name => sums[SUMS.indexOf(name)] ?? 0),
      ])
      // A sum of nothing must not exist.
      const said = found.filter(sum => sum.count + sum.failed > 0)
      expect(new Map(said.map(sum => [keyOf(sum), names.map(name => sum[name])]))).toEqual(new Map(wanted))
      if (!ofFailed) expect(found.every(({ cache_uncounted }) => cache_uncounted === 0)).toBe(true)
    }

    const acts = {
      async write(rows: NewLogRow[]) {
        written.push(...rows)
        await write(rows)
      },
      async close({ now, add }: { now: number; add: number }) {
        const { db } = database.storage
        const upTo = await close(db, now)
        for (let time = 0; time < add; time++) await addFigures(db, upTo, 3)
      },
      async units({ level, times }: { level: number; times: number }) {
        const wanted = LEVELS[level]
        if (wanted) for (let time = 0; time < times; time++) await addUnitsBelow(database.storage.db, wanted, 2)
      },
      async late(times: number) {
        for (let time = 0; time < times; time++) await addLate(database.storage.db, 3)
      },
      async all(now: number) {
        await rollUpFigures(database.storage.db, now, new AbortController().signal)
      },
      look: compare,
    }

    test('equal the figures, however far they are built and whatever is written late', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 5, maxLength: 25 }),
          fc.array(asked, { minLength: 3, maxLength: 3 }),
          fc.array(row, { minLength: 1, maxLength: 20 }),
          async (steps, last, late) => {
            await startAgain()
            written = []
            // Each step has its own kind of values.
            for (const one of steps) await acts[one.do](one.given as never)
            for (const asked of last) await compare(asked)
            await acts.all(START + 3000 * HOUR)
            await acts.write(late)
            for (const asked of last) await compare(asked)
            await acts.all(START + 3000 * HOUR)
            for (const asked of last) await compare(asked)
            const left = database.storage.db.selectFrom('quota_data').where('created_at', '<', START + 2990 * HOUR)
            const { late: waiting } = await left
              .where(({ eb }) => eb(eb('created_at', '%', SLOT_SECONDS), '=', 1))
              .select(({ fn }) => fn.countAll<number>().as('late'))
              .executeTakeFirstOrThrow()
            expect(Number(waiting)).toBe(0)
          },
        ),
        { seed: 20261123, endOnFailure: true, numRuns: Number(process.env.SUMS_RUNS ?? 25) },
      )
    }, 300_000)

    test('include everybody’s late figures, wherever the last piece of a unit ended', async () => {
      const call = { type: LOG_TYPE.consume, model_name: 'm', channel_id: 1, token_id: 1, quota: 1, prompt_tokens: 1 }
      const ofAll = Array.from({ length: 6 }, (_, user) => ({ ...call, created_at: START, user_id: user + 1 }))
      for (const place of LEVELS.flatMap((level, place) =>
        level.seconds === 8 * HOUR || level.seconds === 64 * HOUR ? [place] : [],
      ))
        for (let pieces = 1; pieces <= 4; pieces++) {
          await startAgain()
          written = []
          await acts.write(ofAll)
          const { db } = database.storage
          const upTo = await close(db, START + 600 * HOUR)
          while ((await addFigures(db, upTo)) > 0);
          for (let below = 0; below < place; below++)
            while (await addUnitsBelow(db, LEVELS[below] ?? expect.unreachable()));
          await acts.units({ level: place, times: pieces })
          await acts.write(ofAll)
          await acts.late(10)
          await acts.all(START + 600 * HOUR)
          const range = {
            from: START - 64 * HOUR,
            to: START + 512 * HOUR,
            unit: null,
            zone: 'UTC',
            ofFailed: false,
          } as const
          await compare({ ...range, which: {}, by: ['user'] })
          await compare({ ...range, which: { model_name: 'm' }, by: ['user'] })
          await compare({ ...range, which: { channel: 1 }, by: ['user'] })
        }
    }, 120_000)

    test('count nothing twice when two nodes add up, and nothing uncommitted too early', async () => {
      await startAgain()
      written = []
      const { db } = database.storage
      const other = openStorage({ DATABASE_URL: '', ...database.place } as Environment)
      const call = { type: LOG_TYPE.consume, user_id: 1, model_name: 'm', quota: 1, prompt_tokens: 0 }
      const signal = new AbortController().signal
      let now = START
      const bothRollUp = (patienceMs = 2_000) =>
        Promise.all([db, other.db, db, other.db].map(db => rollUpFigures(db, now, signal, patienceMs)))
      const writing = (async () => {
        for (let time = 0; time < 40; time++) {
          await acts.write(Array.from({ length: 30 }, (_, index) => ({ ...call, created_at: START + index * 400 })))
          now += SLOT_SECONDS
        }
      })()
      while (await Promise.race([writing.then(() => false), bothRollUp().then(() => true)]));
      const all = {
        which: {},
        from: START,
        to: START + 100 * HOUR,
        unit: 'day',
        zone: 'UTC',
        by: ['model'],
        ofFailed: false,
      } as const
      await compare({ ...all, by: ['model'] })
      await bothRollUp()
      await compare({ ...all, by: ['model'] })

      if (kind === 'postgres') {
        now += 10 * HOUR
        await db.transaction().execute(async late => {
          const row = { ...call, created_at: now - 2 * HOUR }
          const statement = insertStatement(kind, INTO_FIGURES, figureRows([row]))
          if (statement) await late.getExecutor().provideConnection(on => run(on, statement.text, statement.parameters))
          await bothRollUp(0)
          written.push(row)
        })
        await compare({ ...all, by: ['model'] })
        await bothRollUp()
        await compare({ ...all, by: ['model'] })
      }
      await other.close()
    }, 120_000)
  })
}
