import { type Seal, unwrapSeal, wrapSeal } from '../../canonical/seal.ts'
import { asText, type JsonObject } from '../../raw/json.ts'

/**
 * Where a seal rides here: the `encrypted_content` of a reasoning item. It is wrapped whoever made it, because it must
 * go back under the item's first id, and the items clients see have ids of ours.
 */
export const writeSeal = (seal: Seal): string => wrapSeal(seal)

/** A text or a call that is sealed only after it was written has its seal in a reasoning item of its own, after it. */
export const writeLateSeal = (seal: Seal): string => wrapSeal({ ...seal, id: PART_BEFORE })

const PART_BEFORE = 'part-before'

/** The seal of a reasoning item, if any; `ownOrigin`: whose it is where it does not say. */
export function readSeal(item: JsonObject, ownOrigin: string): { seal: Seal; isLate: boolean } | null {
  const word = asText(item.encrypted_content)
  if (word === null) return null
  const found = unwrapSeal(word, ownOrigin)
  const { origin, value } = found
  if (found.id === PART_BEFORE) return { seal: { origin, value }, isLate: true }
  const id = value === word ? asText(item.id) : null
  return { seal: id === null ? found : { ...found, id }, isLate: false }
}
