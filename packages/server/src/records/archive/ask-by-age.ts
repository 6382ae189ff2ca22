import type { RecordsContext } from '../context.ts'
import { askForCleanUp, lastCleanUp } from '../logs/clean-up.ts'
import { oldestLogs } from './store.ts'

const DAY_SECONDS = 86_400

/** Whether rows are archived for their age; else only what a clean-up removes is. */
export const archivesByAge = ({ options }: Pick<RecordsContext, 'options'>): boolean =>
  options.get('archive_setting.enabled') && options.get('archive_setting.after_days') > 0

/** Asks for a clean-up of what is old enough for an archive, unless one is going on. Returns how many rows that are. */
export async function askByAge({
  db,
  reports,
  options,
  now,
}: Pick<RecordsContext, 'db' | 'reports' | 'options' | 'now'>): Promise<number> {
  if (!archivesByAge({ options })) return 0
  const last = await lastCleanUp(db)
  if (last && last.finished_at === 0) return 0
  const before = now() - options.get('archive_setting.after_days') * DAY_SECONDS
  if ((await oldestLogs(reports, before, null, 1)).length === 0) return 0
  return (await askForCleanUp({ db, reports, before, now: now() })).total
}
