import type { RecordsContext } from '../context.ts'
import { deleteOldestLogs } from '../logs/store.ts'
import { type ArchiveDeps, moveArchived, writeOldest } from './archive-oldest.ts'
import { placeOf } from './place.ts'
import { readSettings } from './settings.ts'
import { recordGap } from './store.ts'

export type ArchiveApp = Pick<RecordsContext, 'db' | 'reports' | 'options' | 'dataFolder' | 'now'>

/**
 * A step of a clean-up: removes some rows older than a moment, oldest first, from the log; where archives are kept, once they
 * stand in one. Whoever is interrupted at any point leaves the rest to the next run, and nothing is lost or stands twice.
 */
export async function archiveAndDelete(
  app: ArchiveApp,
  before: number,
  signal: AbortSignal,
): Promise<{ deleted: number; isLast: boolean }> {
  const deps = depsOf(app, signal)
  const unfinished = await moveArchived(deps)
  if (unfinished > 0) return { deleted: unfinished, isLast: false }
  if (!app.options.get('archive_setting.enabled')) {
    await recordGap(app.db, before)
    return deleteOldestLogs(app.db, before)
  }
  if (!(await writeOldest(deps, before))) return { deleted: 0, isLast: true }
  return { deleted: await moveArchived(deps), isLast: false }
}

function depsOf({ db, reports, options, dataFolder, now }: ArchiveApp, signal: AbortSignal): ArchiveDeps {
  const settings = readSettings(options)
  const placeAt = (place: string) => placeOf({ ...settings, place }, dataFolder)
  return { db, reports, dataFolder, now, signal, place: placeAt(settings.place), placeAt }
}
