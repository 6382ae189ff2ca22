import {
  type HoldPlan,
  type InputFacts,
  outputFor,
  patchObject,
  planHold,
  readMembers,
  type ScannedObject,
  type SizedRequest,
  scanObject,
} from '@tollgate/gateway'
import type { Ledger } from '../../ledger/index.ts'
import type { Options } from '../../options/index.ts'
import type { PriceBook } from '../../pricing/index.ts'
import type { Envelope } from '../request/envelope.ts'
import type { UpstreamRequest } from '../upstream/upstream-request.ts'
import { type HoldExtender, makeHoldExtender } from './hold-extender.ts'
import { openLedgerHold } from './ledger-hold.ts'
import type { LoggedCall } from './log-rows.ts'
import type { PricingContext } from './pricing-context.ts'

/** What is set aside for a call, from its first try to its end. */
export interface CallHold {
  /** Whether anything is, so that it must be settled or given back. */
  readonly isOpen: boolean
  /** In quota. */
  readonly held: number
  /**
   * Sets the least aside, where nothing is yet: for what costs something before the request is written.
   *
   * @throws ApiError when the balance or the token's cap does not cover it
   */
  begin(): Promise<void>
  /**
   * Sets aside what a request may cost, just before it is sent, and lowers its output limit to what can be paid for.
   *
   * @throws ApiError when the balance or the token's cap does not cover even a short answer
   */
  cover(request: UpstreamRequest): Promise<UpstreamRequest>
  /** Keeps the hold ahead of the answer to the request that was covered last. */
  extender(): HoldExtender
}

interface Deps {
  ledger: Ledger
  options: Options
  prices: Pick<PriceBook, 'limitsOf'>
}

/** The hold of one call, sized from the request that goes upstream, in its upstream's words. */
export function openHold(logged: LoggedCall, envelope: Envelope, pricing: PricingContext, deps: Deps): CallHold {
  const { format } = logged.call.endpoint
  const ledgerHold = openLedgerHold(logged, pricing.group, deps.ledger)
  // What is free is for those who could pay: one of quota is set aside, and comes back.
  const floor = logged.call.endpoint.isFree ? 1 : 0
  const leastInput = deps.options.get('PreConsumedQuota')
  let plan: HoldPlan | null = null

  function planFor(
    request: Pick<UpstreamRequest, 'format' | 'model' | 'isStream'>,
    { text, member }: Pick<SizedRequest, 'text' | 'member'>,
    facts: InputFacts | undefined,
  ): HoldPlan {
    const limits = deps.prices.limitsOf(envelope.model, request.model)
    return planHold({ ...request, text, member, facts, limits, asked: envelope, askedFormat: format }, pricing)
  }

  /** As the client wrote it: nothing was written for an upstream yet. */
  const planAsked = () =>
    planFor({ format, model: envelope.model, isStream: logged.isStream }, envelope, envelope.inputFacts)

  async function fill(least: number, most: number): Promise<void> {
    const refusal = await ledgerHold.fill(Math.max(floor, least), Math.max(floor, least, most))
    if (refusal) throw refusal
  }

  return {
    get isOpen() {
      return ledgerHold.isOpen
    },
    get held() {
      return ledgerHold.held
    },
    async begin() {
      if (ledgerHold.isOpen) return
      plan ??= planAsked()
      await fill(plan.cost(plan.least), 0)
    },
    async cover(request) {
      const body = scannedOf(request)
      const sized = body ? { text: body.text, member: memberOf(body) } : envelope
      const covering = planFor(request, sized, factsOf(request, envelope))
      plan = covering
      const { cost, most, least, expected, isSeen } = covering
      await fill(cost(least), cost(expected, leastInput))
      const payable = isSeen ? ledgerHold.held + ledgerHold.left : ledgerHold.held
      if (!body || cost(most) <= payable) return request
      const limit = covering.limitFor(outputFor(payable, covering))
      if (!limit) return request
      plan = { ...covering, isBound: true, most: limit.tokens * covering.answers }
      request.losses.push({ what: 'maxTokens', why: `lowered to ${limit.tokens}, which the quota left pays for` })
      const lowered = patchObject(body, limit.patches)
      return { ...request, body: lowered.text, scanned: lowered, outputLimit: limit.tokens }
    },
    extender: () => makeHoldExtender(plan ?? planAsked(), ledgerHold),
  }
}

/** The JSON that goes up; null: it is a form. */
const scannedOf = ({ body, scanned }: UpstreamRequest): ScannedObject | null =>
  scanned ?? (typeof body === 'string' ? scanObject(body) : null)

/** Of a large body the facts are known; what was patched into it counts in full. */
function factsOf({ scanned }: UpstreamRequest, { inputFacts, text }: Envelope): InputFacts | undefined {
  if (!scanned || !inputFacts) return undefined
  const grownBytes = Math.max(0, scanned.text.length - text.length) * MOST_BYTES_OF_A_UNIT
  return { ...inputFacts, textBytes: inputFacts.textBytes + grownBytes, offersTools: true }
}

/** Of UTF-8, for a unit of UTF-16. */
const MOST_BYTES_OF_A_UNIT = 3

/** Reads a member when it is first asked for. */
function memberOf(body: ScannedObject): (name: string) => unknown {
  const known = new Map<string, unknown>()
  return name => {
    if (!known.has(name)) known.set(name, readMembers(body, [name])[name])
    return known.get(name)
  }
}
