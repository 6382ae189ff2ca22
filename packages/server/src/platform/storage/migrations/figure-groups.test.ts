import { expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import { sql } from 'kysely'
import { databases } from '../../../../test/support/databases.ts'
import { readFigures } from '../../../records/dashboard/sums/read-figures.ts'
import { rollUpFigures } from '../../../records/dashboard/sums/roll-up.ts'
import { rollUp } from '../../../records/logs/sums/roll-up.ts'
import { migrate } from '../migrate.ts'
import { migrations } from './index.ts'

const HOUR = 3600
const START = 1_000 * HOUR

for (const { kind, openEmpty } of databases()) {
  test(`old figures get the one group that their token's calls had in that hour, and all are summed again, on ${kind}`, async () => {
    const database = await openEmpty()
    const { storage } = database
    const { db } = storage
    const before = Object.entries(migrations).filter(([name]) => name < '0117')
    await migrate(storage, Object.fromEntries(before))
    const calls = [
      { token_id: 1, created_at: START, group: 'vip' },
      { token_id: 1, created_at: START + HOUR, group: 'default' },
      { token_id: 2, created_at: START, group: 'vip' },
      { token_id: 2, created_at: START, group: 'default' },
      { token_id: 4, created_at: START, group: 'vip' },
    ]
    const ofAll = { type: LOG_TYPE.consume, user_id: 7, model_name: 'm', quota: 1 }
    await db
      .insertInto('logs')
      .values(calls.map(call => ({ ...ofAll, ...call })))
      .execute()
    await rollUp(db, new AbortController().signal)
    for (const [token, time, cause] of [
      [1, START, ''],
      // Late, and already in the sums of its time.
      [1, START + 2, ''],
      [1, START + HOUR, 'broken'],
      [2, START, ''],
      // Its rows were deleted.
      [3, START, ''],
      [4, START + 1, ''],
    ] as const)
      await sql`insert into quota_data (created_at, model_name, channel_id, cause, user_id, token_id, count, quota)
        values (${time}, 'm', 0, ${cause}, 7, ${token}, 1, 1)`.execute(db)
    await sql`update figure_roll_up set until = ${START + 2 * HOUR}, closed_until = ${START + 2 * HOUR}`.execute(db)

    await migrate(storage)
    const { rows } = await sql<Record<string, string | number>>`
      select created_at - ${START} as time, token_id, "group", count from quota_data order by 2, 1`.execute(db)
    expect(
      rows.map(({ time, token_id, group, count }) => [Number(time), Number(token_id), group, Number(count)]),
    ).toEqual([
      [0, 1, 'vip', 2],
      [HOUR, 1, 'default', 1],
      [0, 2, '', 1],
      [0, 3, '', 1],
      [0, 4, 'vip', 1],
    ])
    const byGroup = async () => {
      const parts = [{ place: 0, from: START, to: START + 8 * HOUR }]
      const sums = await readFigures(storage.reports, { which: {}, parts, by: ['group'], sums: ['count'] })
      return Object.fromEntries(sums.map(({ group, count }) => [group, count]))
    }
    const sums = { vip: 3, default: 1, '': 2 }
    expect(await byGroup()).toEqual(sums)
    await rollUpFigures(db, START + 10 * HOUR, new AbortController().signal)
    expect(await byGroup()).toEqual(sums)
    const { summed } = await db
      .selectFrom('figure_sums')
      .where('facet', '=', 8)
      .where('seconds', '=', HOUR)
      .select(({ fn }) => fn.sum<number>('count').as('summed'))
      .executeTakeFirstOrThrow()
    expect(Number(summed)).toBe(6)
    await database.close()
  })
}
