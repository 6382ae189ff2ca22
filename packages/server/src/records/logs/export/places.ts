import { consoleError } from '../../../platform/http/console-error.ts'
import { ReportEnded } from '../../../platform/storage/report-limits.ts'

/** Exports that run at a time in this process. */
export interface ExportPlaces {
  /** An export that nobody reads on for this long ends. */
  stalledMs: number
  /**
   * Takes a place. If all are taken, a user without an export gets that of the slowest reader.
   * @param giveWay ends the export for somebody else's
   * @throws ApiError if the user has as many exports as one may
   * @throws ReportEnded if all places are taken
   */
  take(userId: number, giveWay: () => void): ExportPlace
}

export interface ExportPlace {
  /** Its reader has a piece and must ask for the next one. */
  handOver(): void
  /** Its reader has asked for a piece. */
  resume(): void
  free(): void
}

const MOST_OF_USER = 3
/** Each keeps up to a thousand rows. */
const MOST = 32
const STALLED_MS = 60_000
/** An export that has waited for its reader for this long in all keeps its place only while nobody needs it. */
const PATIENCE_MS = 60_000
const TRY_AGAIN_SECONDS = 10

interface Taken {
  userId: number
  giveWay(): void
  pieces: number
  waitedMs: number
  waitsSince: number | undefined
}

export function makeExportPlaces(stalledMs = STALLED_MS, nowMs = () => performance.now()): ExportPlaces {
  const taken = new Set<Taken>()

  const waited = ({ waitedMs, waitsSince }: Taken) => waitedMs + (waitsSince === undefined ? 0 : nowMs() - waitsSince)

  /** Ends the export with the longest wait for each piece, if one has waited for long. */
  function makeRoom(): boolean {
    const slow = [...taken].filter(place => waited(place) >= PATIENCE_MS)
    const pace = (place: Taken) => waited(place) / place.pieces
    const [slowest] = slow.sort((one, other) => pace(other) - pace(one))
    if (!slowest) return false
    taken.delete(slowest)
    slowest.giveWay()
    return true
  }

  return {
    stalledMs,
    take(userId, giveWay) {
      const own = [...taken].filter(place => place.userId === userId).length
      if (own >= MOST_OF_USER)
        throw consoleError('exports_too_many', { limit: MOST_OF_USER, retryAfter: TRY_AGAIN_SECONDS })
      if (taken.size >= MOST && !(own === 0 && makeRoom())) throw new ReportEnded('reports_busy')
      const place: Taken = { userId, giveWay, pieces: 0, waitedMs: 0, waitsSince: undefined }
      taken.add(place)
      return {
        handOver() {
          place.pieces += 1
          place.waitsSince = nowMs()
        },
        resume() {
          place.waitedMs = waited(place)
          place.waitsSince = undefined
        },
        free: () => void taken.delete(place),
      }
    },
  }
}
