import { consoleError } from '../../../platform/http/console-error.ts'
import { ReportEnded } from '../../../platform/storage/report-limits.ts'

/** Exports that run at a time in this process. */
export interface ExportPlaces {
  /** An export that nobody reads on for this long ends. */
  stalledMs: number
  /**
   * Takes a place. Returns a function that frees it.
   * @throws ApiError if the user has as many exports as one may
   * @throws ReportEnded if all places are taken
   */
  take(userId: number): () => void
}

const MOST_OF_USER = 3
/** Each keeps up to a thousand rows. */
const MOST = 32
const STALLED_MS = 60_000
const TRY_AGAIN_SECONDS = 10

export function makeExportPlaces(stalledMs = STALLED_MS): ExportPlaces {
  const taken = new Set<{ userId: number }>()
  return {
    stalledMs,
    take(userId) {
      const own = [...taken].filter(place => place.userId === userId)
      if (own.length >= MOST_OF_USER)
        throw consoleError('exports_too_many', { limit: MOST_OF_USER, retryAfter: TRY_AGAIN_SECONDS })
      if (taken.size >= MOST) throw new ReportEnded('reports_busy')
      const place = { userId }
      taken.add(place)
      return () => void taken.delete(place)
    },
  }
}
