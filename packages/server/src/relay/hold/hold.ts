import {
  addFacts,
  factsIn,
  type HidesReasoning,
  type HoldPlan,
  heldFactor,
  type InputFacts,
  type Member,
  outputFor,
  patchObject,
  planHold,
  readMember,
  type ScannedObject,
  type SizedRequest,
  scanObject,
} from '@tollgate/gateway'
import type { Ledger } from '../../money/ledger/index.ts'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { ApiError } from '../../platform/http/api-error.ts'
import type { Options } from '../../platform/options/index.ts'
import type { PricingContext } from '../plan/pricing-context.ts'
import type { Envelope } from '../request/envelope.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import type { UpstreamRequest } from '../upstream/upstream-request.ts'
import { closerRequest } from './closer-request.ts'
import { type HoldExtender, makeHoldExtender } from './hold-extender.ts'
import { openLedgerHold } from './ledger-hold.ts'

/** The hold of a call, from its first attempt to its settlement. */
export interface CallHold {
  /** Whether the ledger has it, so that it must be settled or released. */
  readonly isOpen: boolean
  /** In quota. */
  readonly held: number
  /** Whether the model that the request was last sent to may bill reasoning its answer does not show. */
  readonly hides: HidesReasoning
  /**
   * Holds the minimum where nothing is held yet: for work that costs something before the request is written.
   *
   * @throws ApiError when the balance or the token's cap does not cover it
   */
  begin(): Promise<void>
  /**
   * Holds what a request may cost, just before it is sent. Returns the request, its output limit lowered to what can be paid.
   *
   * @throws ApiError when the balance or the token's cap does not cover even a short answer
   */
  cover(request: UpstreamRequest): Promise<UpstreamRequest>
  /** Extends the hold while the answer to the request covered last arrives. */
  extender(): HoldExtender
}

export interface HoldDeps {
  ledger: Ledger
  options: Options
  prices: Pick<PriceBook, 'limitsOf' | 'priceOf'>
}

/** Makes the hold of one call, sized by the request as it is written for the upstream. */
export function openHold(logged: LoggedCall, envelope: Envelope, pricing: PricingContext, deps: HoldDeps): CallHold {
  const { format } = logged.call.endpoint
  const ledgerHold = openLedgerHold(logged, pricing.group, deps.ledger)
  // A free call takes a wallet above zero: one unit of quota is held, and released.
  const floor = logged.call.endpoint.isFree ? 1 : 0
  const leastInput = deps.options.get('PreConsumedQuota')
  let plan: HoldPlan | null = null
  let hides: HidesReasoning = 'never'

  function planFor(
    request: Pick<UpstreamRequest, 'format' | 'model' | 'isStream' | 'levels' | 'otherModels'>,
    { text, member }: Pick<SizedRequest, 'text' | 'member'>,
    facts: InputFacts | undefined,
  ): HoldPlan {
    const { model, isStream, levels = {}, otherModels = [] } = request
    const limits = deps.prices.limitsOf(envelope.model, model)
    const sized = {
      format: request.format,
      model,
      text,
      member,
      isStream,
      asked: envelope,
      askedFormat: format,
      facts,
      limits,
    }
    const factor = heldFactor(levels)
    const terms = factor === 1 ? pricing : { ...pricing, serviceFactors: { service: factor } }
    const asked = planHold(sized, terms)
    // Use the most expensive of the models that may serve it.
    return otherModels.reduce((dearest, name) => {
      const price = deps.prices.priceOf(name)
      const plan = price && planHold(sized, { ...terms, price })
      return plan && plan.cost(plan.expected) > dearest.cost(dearest.expected) ? plan : dearest
    }, asked)
  }

  /** From the client's own request, before one was written for an upstream: what it points at may be fetched, or not go up. */
  const planAsked = () => {
    const facts = envelope.inputFacts ?? factsIn(format, envelope.text)
    return planFor({ format, model: envelope.model, isStream: logged.isStream }, envelope, { ...facts, outside: 0 })
  }

  /** Null: done; else the error why not even `least` is there. */
  function growTo(least: number, most: number, worst: number): Promise<ApiError | null> {
    const wanted = Math.max(floor, least, most)
    return ledgerHold.growTo(Math.max(floor, least), wanted, Math.max(wanted, worst))
  }

  /** The client set no limit, the gateway did, and what is written stays out of sight: all of it would be held. */
  const isLimitOurs = (request: UpstreamRequest, { isSeen, isBound, most, limitFor }: HoldPlan): boolean =>
    !isSeen && isBound && request.format !== format && limitFor(most) !== null && !planAsked().isBound

  /**
   * Holds what an answer of the usual length costs, and of what the wallet has beyond it half at most: calls beside this one, whose
   * clients set no limit either, find something left.
   */
  async function growToShare({ cost, least, expected }: HoldPlan): Promise<ApiError | null> {
    const usual = Math.min(expected, deps.options.get('claude.default_max_tokens').default ?? USUAL_TOKENS)
    const worst = cost(expected, leastInput)
    const refusal = await growTo(cost(least), cost(usual, leastInput), worst)
    if (refusal) return refusal
    const share = ledgerHold.held + Math.trunc(ledgerHold.left / 2)
    return growTo(ledgerHold.held, Math.max(ledgerHold.held, Math.min(worst, share)), worst)
  }

  /** Null: the plan is held for, and is what the hold goes by from now on. */
  async function holdFor(request: UpstreamRequest, covering: HoldPlan): Promise<ApiError | null> {
    const { cost, most, least, expected } = covering
    const refusal = isLimitOurs(request, covering)
      ? await growToShare(covering)
      : await growTo(cost(least), cost(expected, leastInput), cost(most))
    if (refusal) return refusal
    plan = covering
    hides = covering.hides
    return null
  }

  /** The request with its output limit lowered to what can be paid. */
  function limited(request: UpstreamRequest, body: ScannedObject | null, covering: HoldPlan): UpstreamRequest {
    const { cost, most, isSeen } = covering
    const payable = isSeen ? ledgerHold.held + ledgerHold.left : ledgerHold.held
    if (!body || cost(most) <= payable) return request
    const limit = covering.limitFor(outputFor(payable, covering))
    if (!limit) return request
    plan = { ...covering, isBound: true, most: limit.tokens * covering.answers }
    request.losses.push({ what: 'maxTokens', why: `lowered to ${limit.tokens}, which the quota left pays for` })
    const lowered = patchObject(body, limit.patches)
    return { ...request, body: lowered.text, scanned: lowered, outputLimit: limit.tokens }
  }

  return {
    get isOpen() {
      return ledgerHold.isOpen
    },
    get held() {
      return ledgerHold.held
    },
    get hides() {
      return hides
    },
    async begin() {
      if (ledgerHold.isOpen) return
      plan ??= planAsked()
      const refusal = await growTo(plan.cost(plan.least), 0, 0)
      if (refusal) throw refusal
    },
    async cover(request) {
      const body = scannedOf(request)
      const sized = body ? sizedBy(body) : envelope
      const covering = planFor(request, sized, factsOf(request, envelope))
      const refusal = await holdFor(request, covering)
      if (!refusal) return limited(request, body, covering)
      const closer = body && closerRequest(request, body)
      if (!closer) throw refusal
      const closerPlan = planFor(closer.request, sizedBy(closer.body), closer.facts)
      const isCheaper = closerPlan.cost(closerPlan.least) < covering.cost(covering.least)
      const stillRefused = isCheaper ? await holdFor(closer.request, closerPlan) : refusal
      if (stillRefused) throw stillRefused
      return limited(closer.request, closer.body, closerPlan)
    },
    extender: () => makeHoldExtender(plan ?? planAsked(), ledgerHold),
  }
}

/** The JSON sent upstream; null: it is a form. */
const scannedOf = ({ body, scanned }: UpstreamRequest): ScannedObject | null =>
  scanned ?? (typeof body === 'string' ? scanObject(body) : null)

/** The facts of a large body are known; this adds the facts of the patched members. */
function factsOf(
  { scanned, isTrimmed, format }: UpstreamRequest,
  { inputFacts, body }: Envelope,
): InputFacts | undefined {
  if (!scanned || !inputFacts || isTrimmed) return undefined
  const valueIn = ({ text }: ScannedObject, { valueStart, valueEnd }: Member) => text.slice(valueStart, valueEnd)
  const before = new Map(body.members.map(member => [member.name, member]))
  const patched = scanned.members.filter(member => {
    const same = before.get(member.name)
    return !same || valueIn(body, same) !== valueIn(scanned, member)
  })
  // what it says of the others counts for all of them
  if (patched.some(({ name }) => name === KEEPS)) return undefined
  const written = patched.map(member => `${JSON.stringify(member.name)}:${valueIn(scanned, member)}`)
  return addFacts(inputFacts, factsIn(format, `{${written.join()}}`))
}

/** Whether the upstream keeps what it is given. */
const KEEPS = 'store'

/** The length of an answer that is enough for most calls. */
const USUAL_TOKENS = 8_192

const sizedBy = (body: ScannedObject) => ({ text: body.text, member: memberOf(body) })

/** Reads each member at its first use; searches again for a missing member. */
function memberOf(body: ScannedObject): (name: string) => unknown {
  const known = new Map<string, unknown>()
  return name => {
    const before = known.get(name)
    if (before !== undefined) return before
    const value = readMember(body, name)
    if (value !== undefined) known.set(name, value)
    return value
  }
}
