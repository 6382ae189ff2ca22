import { expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { databases } from '../../../test/support/databases.ts'
import { consumeRow, makeLedgerFixture, NOW } from './testing.ts'

const SLOT_SECONDS = 900

const call = fc.record({
  payer: fc.nat(2),
  quota: fc.integer({ min: 0, max: 400 }),
  hasFailed: fc.boolean(),
  model: fc.constantFrom('a', 'b'),
  cause: fc.constantFrom('', 'overloaded'),
  group: fc.constantFrom('default', 'vip'),
  age: fc.integer({ min: 0, max: 3 * SLOT_SECONDS }),
  tokens: fc.nat(1000),
  saved: fc.integer({ min: -50, max: 50 }),
})

/** The sums of either table's rows, by the key of figures. */
const sumsOf = (source: string) =>
  sql.raw<
    Record<string, unknown>
  >(`select slot, model_name, channel_id, cause, user_id, token_id, "group", sum(count) as count,
    sum(failed) as failed, sum(quota) as quota, sum(token_used) as token_used, sum(prompt_tokens) as prompt_tokens,
    sum(cache_tokens) as cache_tokens, sum(cache_saved) as cache_saved from (${source}) rows group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`)

const FIGURES = 'select created_at as slot, quota_data.* from quota_data'
const LOGS = `select created_at - created_at % ${SLOT_SECONDS} as slot, model_name, channel_id, user_id, token_id, "group",
  case when type = ${LOG_TYPE.error} and error_code = '' then 'unknown' else error_code end as cause,
  case when type = ${LOG_TYPE.consume} then 1 else 0 end as count,
  case when type = ${LOG_TYPE.error} or error_code <> '' then 1 else 0 end as failed,
  case when type = ${LOG_TYPE.consume} then quota else 0 end as quota,
  case when type = ${LOG_TYPE.consume} then prompt_tokens + completion_tokens else 0 end as token_used,
  case when type = ${LOG_TYPE.consume} then prompt_tokens else 0 end as prompt_tokens,
  case when type = ${LOG_TYPE.consume} then cache_tokens else 0 end as cache_tokens,
  case when type = ${LOG_TYPE.consume} then cache_saved else 0 end as cache_saved
  from logs where type in (${LOG_TYPE.consume}, ${LOG_TYPE.error})`

for (const { kind, open } of databases()) {
  test(`figures are the sums of the log’s rows on ${kind}, including failed and uncollected calls`, async () => {
    const app = await makeLedgerFixture(await open())
    const payers = [
      await app.payer({ balance: 5_000 }),
      await app.payer({ balance: 900, cap: 700 }),
      await app.payer({ balance: 0 }),
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 25 }), async calls => {
        const ended = calls.map(async ({ payer: place, quota, hasFailed, model, cause, group, age, tokens, saved }) => {
          const payer = payers[place] ?? expect.unreachable()
          const row = {
            ...consumeRow(payer, quota),
            model_name: model,
            error_code: cause,
            group,
            created_at: NOW - age,
            prompt_tokens: tokens,
            completion_tokens: 7,
            cache_tokens: tokens >> 1,
            cache_saved: saved,
          }
          if (hasFailed) return app.ledger.record({ ...row, type: LOG_TYPE.error, quota: 0 })
          const hold = app.hold(payer, 0)
          await app.ledger.reserve(hold)
          // The wallet lacks a part, which stays uncollected; the row has the amount paid.
          await app.ledger.settle({ ...app.settlement(payer, hold, quota), log: row })
        })
        await Promise.all(ended)
        await app.ledger.settle({
          ...app.settlement(payers[0] ?? expect.unreachable(), app.hold(payers[0] ?? expect.unreachable(), 0), 0),
          isLate: true,
        })
        const { db } = app.storage
        const [figures, logs] = [await sumsOf(FIGURES).execute(db), await sumsOf(LOGS).execute(db)]
        expect(figures.rows).toEqual(logs.rows)
      }),
      { seed: 20260526, numRuns: 15 },
    )
    expect((await sumsOf(LOGS).execute(app.storage.db)).rows.length).toBeGreaterThan(10)
    await app.close()
  })
}
