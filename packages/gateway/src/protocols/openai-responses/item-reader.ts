import type { PartLedger, PartNumbers } from '../../canonical/part-ledger.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { Emit } from '../common/frame-reader.ts'

/** State shared by all output items of one answer. */
export interface ItemContext {
  emit: Emit
  numbers: PartNumbers
  /** Keeps the calls: their names may come late, their ids twice. */
  calls: PartLedger
  /** The family of the upstream's signatures. */
  origin: string
}

/** Reads one output item. It may come in pieces, all at once when it is done, or both: nothing is emitted twice. */
export interface ItemReader {
  piece(type: string, event: JsonObject): void
  /** The finished item; null: no more of it will come. */
  complete(item: JsonObject | null): void
}

/** Returns the rest of the whole that was not emitted yet; empty if the two disagree. */
export const untold = (told: string, whole: unknown): string =>
  typeof whole === 'string' && whole.startsWith(told) ? whole.slice(told.length) : ''
