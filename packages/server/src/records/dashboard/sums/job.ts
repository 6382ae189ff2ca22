import type { Db } from '../../../platform/storage/db.ts'
import { rollUpFigures } from './roll-up.ts'

const EVERY_SECONDS = 60

/** The job that keeps the sums of the dashboard's figures up to date. */
export const figureSumsJob = (db: Db, now: () => number) => ({
  everySeconds: EVERY_SECONDS,
  run: (signal: AbortSignal) => rollUpFigures(db, now(), signal),
})
