import type { RecordsContext } from '../context.ts'
import { deleteOldestLogs } from '../logs/store.ts'
import { type ArchiveDeps, moveArchived, writeOldest } from './archive-oldest.ts'
import { placeOf, readSettings } from './place.ts'
import { recordGap } from './store.ts'

export type ArchiveApp = Pick<RecordsContext, 'db' | 'reports' | 'options' | 'dataFolder' | 'now'>

/**
 * One step of a clean-up: removes some log rows older than a given time, oldest first. If archives are kept, it removes
 * only rows already in one. An interrupted step leaves the rest to the next run; nothing is lost or stored twice.
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
