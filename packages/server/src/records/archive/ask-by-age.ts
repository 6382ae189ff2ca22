import type { RecordsContext } from '../context.ts'
import { askForCleanUp, lastCleanUp } from '../logs/clean-up.ts'
import { oldestLogs } from './store.ts'

const DAY_SECONDS = 86_400

/** Whether rows are archived by age, or only when a clean-up removes them. */
export const archivesByAge = ({ options }: Pick<RecordsContext, 'options'>): boolean =>
  options.get('archive_setting.enabled') && options.get('archive_setting.after_days') > 0

/** Requests a clean-up of rows that are old enough for an archive, unless one is running. Returns how many rows. */
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
