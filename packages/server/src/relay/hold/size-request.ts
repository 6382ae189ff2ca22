import {
  addFacts,
  type Format,
  factsIn,
  type HoldPlan,
  heldFactor,
  type InputFacts,
  type Member,
  prepareHold,
  type RequestCounts,
  readMember,
  type ScannedObject,
  type SizedRequest,
  type SizedText,
  scanObject,
} from '@tollgate/gateway'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { PricingContext } from '../plan/pricing-context.ts'
import type { Envelope } from '../request/envelope.ts'
import type { UpstreamRequest } from '../upstream/upstream-request.ts'

/** Sizes the hold of a request by the text and the members that are sent upstream. */

export type HeldRequest = Pick<UpstreamRequest, 'format' | 'model' | 'isStream' | 'levels' | 'otherModels'>

/** Plans the hold of a request with this conversation. */
export type PreparedHold = (sized: SizedText) => HoldPlan

/** Prepares the plans of all requests that differ only in their conversation; keeps nothing of the call. */
export function prepareHolds(
  { format, model, isStream, levels = {}, otherModels = [] }: HeldRequest,
  member: SizedRequest['member'],
  asked: { format: Format; model: string; pricing: PricingContext; prices: Pick<PriceBook, 'limitsOf' | 'priceOf'> },
): PreparedHold {
  const { pricing, prices } = asked
  const limits = prices.limitsOf(asked.model, model)
  const sized = { format, model, member, isStream, askedFormat: asked.format, limits }
  const factor = heldFactor(levels, pricing.price.levels)
  const terms = factor === 1 ? pricing : { ...pricing, serviceFactors: { service: factor } }
  const first = prepareHold(sized, terms)
  const others = otherModels.flatMap(name => {
    const price = prices.priceOf(name)
    return price ? [prepareHold(sized, { ...terms, price })] : []
  })
  if (others.length === 0) return first
  // Use the dearest model that may serve it.
  return said =>
    others.reduce((dearest, other) => {
      const plan = other(said)
      return plan.cost(plan.expected) > dearest.cost(dearest.expected) ? plan : dearest
    }, first(said))
}

/** Returns the JSON sent upstream; null: it is a form. */
export const scannedOf = ({ body, scanned, inspected }: UpstreamRequest): ScannedObject | null =>
  scanned ?? inspected ?? (typeof body === 'string' ? scanObject(body) : null)

/** Returns the facts that a thread read; else adds those of the patched members to the known facts of a large body. */
export function factsOf(
  { scanned, inspected, isTrimmed, format }: UpstreamRequest,
  { inputFacts, body }: Envelope,
): InputFacts | undefined {
  if (inspected) return inspected.inputFacts
  if (scanned === body && !isTrimmed) return inputFacts
  if (!scanned || !inputFacts || isTrimmed) return undefined
  const valueIn = ({ text }: ScannedObject, { valueStart, valueEnd }: Member) => text.slice(valueStart, valueEnd)
  const before = new Map(body.members.map(member => [member.name, member]))
  const patched = scanned.members.filter(member => {
    const same = before.get(member.name)
    return !same || valueIn(body, same) !== valueIn(scanned, member)
  })
  // this member decides how all others count, so all must be read
  if (patched.some(({ name }) => name === KEEPS)) return undefined
  const written = patched.map(member => `${JSON.stringify(member.name)}:${valueIn(scanned, member)}`)
  return addFacts(inputFacts, factsIn(format, `{${written.join()}}`))
}

/** Whether the upstream keeps what it is given. */
const KEEPS = 'store'

/**
 * Reads each member once, on first use; searches again for a missing one. A long text is returned with its escapes, and of a long
 * list of prompts only its length is right.
 *
 * @param counts of a large request
 */
export function memberOf(body: ScannedObject, counts?: RequestCounts): (name: string) => unknown {
  const known = new Map<string, unknown>()
  return name => {
    const before = known.get(name)
    if (before !== undefined) return before
    const value = longValue(body, name, counts) ?? readMember(body, name)
    if (value !== undefined) known.set(name, value)
    return value
  }
}

/** Returns the counts of a large request, if the body sent upstream has its prompts and not an operator's. */
export function countsIn(sent: ScannedObject, { isLarge, counts, body }: Envelope): RequestCounts | undefined {
  if (!isLarge) return undefined
  return sent === body || promptIn(sent) === promptIn(body) ? counts : undefined
}

function promptIn({ text, members }: ScannedObject): string | undefined {
  const prompt = members.findLast(({ name }) => name === 'prompt')
  return prompt && text.slice(prompt.valueStart, prompt.valueEnd)
}

/** Decoding a longer text delays other calls, and a hold only asks how long it is. */
const LONGEST_DECODED = 64 * 1024

function longValue({ text, members }: ScannedObject, name: string, counts: RequestCounts | undefined): unknown {
  const { valueStart, valueEnd } = members.findLast(one => one.name === name) ?? { valueStart: 0, valueEnd: 0 }
  if (valueEnd - valueStart <= LONGEST_DECODED) return undefined
  if (text[valueStart] === '"') return text.slice(valueStart + 1, valueEnd - 1)
  return name === 'prompt' && counts?.prompts !== undefined ? Array(counts.prompts) : undefined
}
