import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE, type LogCleanUp } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { until } from '../../../test/support/until.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { askForCleanUp, lastCleanUp, runCleanUps } from './clean-up.ts'
import { deleteOldestLogs, insertLog } from './store.ts'

const OLD_ROWS = 30_000
const cleaning = ({ db, now }: AppContext) => ({
  db,
  now,
  removeSome: (before: number) => deleteOldestLogs(db, before),
})
const PER_SECOND = 100

for (const { kind, open } of databases()) {
  describe(`a clean-up of the log on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      admin = await signedIn(app, endpoints, 'admin')
    })
    afterAll(() => database.close())

    const fill = async () => {
      for (let made = 0; made < OLD_ROWS; made += 1000) {
        const rows = Array.from({ length: 1000 }, (_, index) => ({
          user_id: 1,
          type: LOG_TYPE.system,
          created_at: Math.floor((made + index) / PER_SECOND),
        }))
        await app.db.insertInto('logs').values(rows).execute()
      }
    }
    const count = async () =>
      (
        await app.db
          .selectFrom('logs')
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow()
      ).rows

    test('lets others write between its steps, reports its progress, and deletes nothing newer', async () => {
      await fill()
      const asked = admin('DELETE', `/api/log/?target_timestamp=${OLD_ROWS}`)
      const steps = new Set<number>()
      let written = 0
      for (;;) {
        const cleanUp = await lastCleanUp(app.db)
        if (cleanUp && cleanUp.finished_at > 0) break
        if (cleanUp) steps.add(cleanUp.deleted)
        await insertLog(app.db, { user_id: 2, type: LOG_TYPE.consume, created_at: TEST_NOW })
        written += 1
      }
      expect(steps.size).toBeGreaterThan(10)
      expect(written).toBeGreaterThan(10)
      expect((await asked).data).toBe(OLD_ROWS)
      const { data } = await admin('GET', '/api/log/clean-up')
      expect(data).toEqual({
        before: OLD_ROWS,
        total: OLD_ROWS,
        deleted: OLD_ROWS,
        asked_at: TEST_NOW,
        finished_at: TEST_NOW,
      } satisfies LogCleanUp)
      // Rows written meanwhile, and the row that says who cleaned up.
      expect(await count()).toBe(written + 1)
    })

    test('that is interrupted is finished by the next run', async () => {
      await fill()
      await askForCleanUp({ db: app.db, reports: app.reports, before: 200, now: TEST_NOW })
      const stopping = new AbortController()
      const running = rejection(runCleanUps(cleaning(app), stopping.signal))
      await until(
        () => lastCleanUp(app.db),
        cleanUp => (cleanUp?.deleted ?? 0) > 0,
      )
      stopping.abort(new Error('the server stops'))
      expect((await running).message).toBe('the server stops')
      expect((await lastCleanUp(app.db))?.finished_at).toBe(0)
      await runCleanUps(cleaning(app), new AbortController().signal)
      expect(await lastCleanUp(app.db)).toMatchObject({ total: 20_000, deleted: 20_000, finished_at: TEST_NOW })
    })
  })
}
