import { inputFacts } from '../pricing/input-facts.ts'
import { noUnknowns, withoutCuts } from '../pricing/unknowns.ts'
import type { Loss } from '../protocols/common/losses.ts'
import { protocols, type WireFormat } from '../protocols/index.ts'
import { type ScannedObject, scanObject } from '../raw/scan-json.ts'
import { tellable } from './without-choices.ts'

const NOT_KNOWN = 'nobody knows what it can cost, and this channel sends only what is known'

/**
 * Removes what the table of a format does not know: members, parts, tools, and addresses of content outside the
 * request. A part that needs a removed member is removed whole, and a list with its last element. A format without a
 * table is unchanged.
 *
 * @param keeps top-level members that stay
 * @returns the same object if nothing was removed
 */
export function withoutUnknown(
  body: ScannedObject,
  { format, keeps = () => false }: { format: WireFormat; keeps?(name: string): boolean },
): { body: ScannedObject; losses: Loss[] } {
  const size = protocols[format].inputSize
  if (!size) return { body, losses: [] }
  const unknowns = noUnknowns(keeps)
  inputFacts(body.text, size, unknowns)
  if (unknowns.cuts.length === 0) return { body, losses: [] }
  const losses = [...unknowns.names].map((name): Loss => ({ what: `"${tellable(name)}"`, why: NOT_KNOWN }))
  return { body: scanObject(withoutCuts(body.text, unknowns)), losses }
}
