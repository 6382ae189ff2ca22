import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { calls, LOG_TYPE } from '@tollgate/contract'
import { testApp } from '../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { readLatency } from '../../records/dashboard/latency.ts'
import { readFigures } from '../../records/dashboard/sums/read-figures.ts'
import { rollUpFigures } from '../../records/dashboard/sums/roll-up.ts'
import { figureRows, INTO_FIGURES } from '../../records/dashboard/usage-figures.ts'
import { askForCleanUp } from '../../records/logs/clean-up.ts'
import { rowsInPieces } from '../../records/logs/export/read-rows.ts'
import { readLogPage } from '../../records/logs/read-page.ts'
import { logStat } from '../../records/logs/stat.ts'
import { rollUp } from '../../records/logs/sums/roll-up.ts'
import { serve } from '../context.ts'
import { mount } from '../http/mount.ts'
import { withReportLimits } from './report-limits.ts'
import { insertStatement } from './statements.ts'

const DAY = 86_400
const START = Date.parse('2025-03-01T00:00Z') / 1000
/** Enough rows that the sums are read, not the rows. */
const BEHIND = 100_001
const FIRST = { p: 1, page_size: 5, model_name: 'm' }
const ADVICE = {
  en: 'more than 30 rows, so it was not started; choose a shorter period',
  zh: '超过 30 条记录，因此未执行；请选择更短的时间段',
  ru: 'более 30 строк, поэтому запрос не начат; выберите период короче',
}
const signal = new AbortController().signal

for (const { kind, open } of databases()) {
  describe(`a read without sums on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    /** Lowers the number of rows a read may scan. */
    const among = (act: () => Promise<unknown>) => withReportLimits({ mostRows: 30 }, act)
    const refused = expect.objectContaining({ code: 'report_too_large' })

    test('of the dashboard is refused if it has too many figures, and answered for a shorter time or one user', async () => {
      const { storage } = database
      const rows = Array.from({ length: 100 }, (_, index) => ({
        ...{
          type: LOG_TYPE.consume,
          model_name: `m${index % 5}`,
          channel_id: 1,
          token_id: 1,
          quota: 1,
          prompt_tokens: 1,
        },
        created_at: START + index * 3_600,
        user_id: index % 10 === 0 ? 1 : 2,
      }))
      const written = insertStatement(kind, INTO_FIGURES, figureRows(rows))
      await storage.batch(written ? [written] : [])
      const read = (which: { channel?: number; userId?: number; token_id?: number }, hours: number) =>
        readFigures(storage.reports, {
          which,
          parts: [{ place: 0, from: START, to: START + hours * 3_600 }],
          by: ['model'],
          sums: ['count'],
        })
      expect(await rejection(among(() => read({}, 100)))).toEqual(refused)
      expect(await among(() => read({}, 25))).toHaveLength(5)
      await rollUpFigures(storage.db, START + 30 * DAY, signal)
      expect(await among(() => read({}, 100))).toHaveLength(5)
      // No sums distinguish these three.
      expect(await rejection(among(() => read({ userId: 2, channel: 1 }, 100)))).toEqual(refused)
      expect(await among(() => read({ userId: 2, channel: 1 }, 30))).toHaveLength(5)
      expect(await among(() => read({ userId: 1, channel: 1 }, 100))).toHaveLength(1)
    })

    test('of the log is refused until its sums exist, and answered for a shorter time or one user', async () => {
      const { db, reports } = database.storage
      for (let from = 0; from < BEHIND; from += 1_000) {
        const rows = Array.from({ length: Math.min(1_000, BEHIND - from) }, (_, index) => ({
          type: LOG_TYPE.consume,
          created_at: START + from + index,
          user_id: from + index < 20 ? 1 : 2,
          model_name: 'm',
        }))
        await db.insertInto('logs').values(rows).execute()
      }
      const page = (filters: object) => readLogPage(reports, { p: 1, page_size: 5, ...filters }, ({ id }) => id)
      const of = { channel: 0, model_name: '', token_id: 0, unit: 'day', time_zone: 'UTC' } as const
      const range = { start_timestamp: START, end_timestamp: START + BEHIND }
      const reads = {
        page: () => page({ model_name: 'm' }),
        'the page of a user': () => page({ userId: 2 }),
        statistics: () => logStat({ reports, now: () => START }, { model_name: 'm' }),
        export: () => rowsInPieces(reports, { model_name: 'none' })(),
        percentiles: () => readLatency(reports, { ...of, ...range, model_name: '%' }),
      }
      for (const read of Object.values(reads)) expect(await rejection(among(read))).toEqual(refused)
      expect(await among(() => page({ userId: 1 }))).toMatchObject({ total: 20 })
      expect(await among(() => page({ end_timestamp: START + 9 }))).toMatchObject({ total: 10 })
      expect(await among(() => askForCleanUp({ db, reports, before: START + 50, now: START }))).toMatchObject({
        total: 50,
      })

      const pages = serve(calls.status.get, async (_, { app }) => {
        await readLogPage(app.reports, FIRST, Number)
        throw new Error('it was read')
      })
      const api = mount([pages], await testApp(database))
      for (const [language, advice] of Object.entries(ADVICE)) {
        const request = new Request('http://tollgate.test/api/status', { headers: { 'accept-language': language } })
        const response = await withReportLimits({ mostRows: 30 }, () => api.fetch(request, { socketAddress: '' }))
        expect(response.status).toBe(422)
        expect(await response.json()).toEqual({
          success: false,
          code: 'report_too_large',
          message: expect.stringContaining(advice),
        })
      }

      await rollUp(db, signal)
      for (const name of ['page', 'the page of a user', 'statistics', 'export'] as const) await among(reads[name])
    }, 60_000)
  })
}
