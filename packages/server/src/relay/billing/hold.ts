import {
  type HoldPlan,
  outputFor,
  patchJson,
  planHold,
  readMembers,
  type ScannedObject,
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
  let plan = planFor({ format, model: envelope.model, isStream: logged.isStream }, null)

  function planFor(
    request: Pick<UpstreamRequest, 'format' | 'model' | 'isStream'>,
    body: ScannedObject | null,
  ): HoldPlan {
    const { text, member } = body ? { text: body.text, member: memberOf(body) } : envelope
    const limits = deps.prices.limitsOf(envelope.model, request.model)
    return planHold({ ...request, text, member, limits, asked: envelope, askedFormat: format }, pricing)
  }

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
      if (!ledgerHold.isOpen) await fill(plan.cost(plan.least), 0)
    },
    async cover(request) {
      const body = scannedOf(request, envelope)
      plan = planFor(request, body)
      const { cost, most } = plan
      await fill(cost(plan.least), cost(plan.expected, leastInput))
      const payable = plan.isSeen ? ledgerHold.held + ledgerHold.left : ledgerHold.held
      if (!body || cost(most) <= payable) return request
      const limit = plan.limitFor(outputFor(payable, plan))
      if (!limit) return request
      plan = { ...plan, isBound: true, most: limit.tokens * plan.answers }
      request.losses.push({ what: 'maxTokens', why: `lowered to ${limit.tokens}, which the quota left pays for` })
      return { ...request, body: patchJson(body, limit.patches), outputLimit: limit.tokens }
    },
    extender: () => makeHoldExtender(plan, ledgerHold),
  }
}

/** The JSON that goes up; null: it is a form. */
function scannedOf({ body }: UpstreamRequest, envelope: Envelope): ScannedObject | null {
  if (typeof body !== 'string') return null
  return body === envelope.body.text ? envelope.body : scanObject(body)
}

/** Reads a member when it is first asked for. */
function memberOf(body: ScannedObject): (name: string) => unknown {
  const known = new Map<string, unknown>()
  return name => {
    if (!known.has(name)) known.set(name, readMembers(body, [name])[name])
    return known.get(name)
  }
}
