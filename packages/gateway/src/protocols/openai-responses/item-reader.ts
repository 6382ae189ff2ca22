import type { PartLedger, PartNumbers } from '../../canonical/part-ledger.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { Emit } from '../common/frame-reader.ts'

/** What every output item of one answer shares. */
export interface ItemContext {
  emit: Emit
  numbers: PartNumbers
  /** Keeps the calls: their names may come late, their ids twice. */
  calls: PartLedger
  /** Whose signatures the upstream gives. */
  origin: string
}

/**
 * Reads one output item. Its story may be told piece by piece, all at once when it is done, or both: what was told
 * already is not told again.
 */
export interface ItemReader {
  piece(type: string, event: JsonObject): void
  /** The item as it is in the end; without one, no more of it will come. */
  complete(item: JsonObject | null): void
}

/** Returns what of the whole was not told yet; nothing where the two do not agree. */
export const untold = (told: string, whole: unknown): string =>
  typeof whole === 'string' && whole.startsWith(told) ? whole.slice(told.length) : ''
