import { type Signature, unwrapSignature, wrapSignature } from '../../canonical/signature.ts'
import { forNextText } from '../../canonical/text-signatures.ts'
import { asText, type JsonObject } from '../../raw/json.ts'

/**
 * Writes a signature for the `encrypted_content` of a reasoning item. It is always wrapped, because it must be returned
 * under the item's original id, while clients see ids of ours.
 */
export const writeSignature = (signature: Signature): string => wrapSignature(signature)

/** A call that is signed only after it was written is followed by a reasoning item with the signature. */
export const writeLateSignature = (signature: Signature): string => wrapSignature({ ...signature, id: PART_BEFORE })

const PART_BEFORE = 'part-before'

/** A text's signature is in a reasoning item before its message, because clients take the last item as the text. */
export const writeTextSignature = (signature: Signature): string => wrapSignature(forNextText(signature))

/** The signature of a reasoning item, if any; `ownOrigin`: its origin if it names none. */
export function readSignature(item: JsonObject, ownOrigin: string): { signature: Signature; isLate: boolean } | null {
  const wireSignature = asText(item.encrypted_content)
  if (wireSignature === null) return null
  const found = unwrapSignature(wireSignature, ownOrigin)
  const { origin, value } = found
  if (found.id === PART_BEFORE) return { signature: { origin, value }, isLate: true }
  const id = value === wireSignature ? asText(item.id) : null
  return { signature: id === null ? found : { ...found, id }, isLate: false }
}
