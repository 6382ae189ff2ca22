import {
  countedFacts,
  type Format,
  factsIn,
  type HidesReasoning,
  type HoldPlan,
  type InputFacts,
  outputFor,
  patchObject,
  type ScannedObject,
  type SizedRequest,
} from '@tollgate/gateway'
import type { Ledger } from '../../money/ledger/index.ts'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { ApiError } from '../../platform/http/api-error.ts'
import type { Options } from '../../platform/options/index.ts'
import type { PricingContext } from '../plan/pricing-context.ts'
import type { Envelope } from '../request/envelope.ts'
import { asBody, patchInTurns } from '../request/large-body/patch-in-turns.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import { prepareKept } from '../upstream/kept-request.ts'
import type { UpstreamRequest } from '../upstream/upstream-request.ts'
import { type CloserRequest, closerRequest } from './closer-request.ts'
import { type HoldExtender, makeHoldExtender } from './hold-extender.ts'
import { type LedgerHold, openLedgerHold } from './ledger-hold.ts'
import {
  countsIn,
  factsOf,
  type HeldRequest,
  memberOf,
  type PreparedHold,
  prepareHolds,
  scannedOf,
} from './size-request.ts'

/** The hold of a call, from its first attempt to its settlement. */
export interface CallHold {
  /** Whether it is in the ledger and must be settled or released. */
  readonly isOpen: boolean
  /** In quota. */
  readonly held: number
  /** Whether the last model may bill reasoning that its answer does not show. */
  readonly hides: HidesReasoning
  /** Its current plan; null: not planned yet. */
  readonly plan: HoldPlan | null
  /**
   * Holds the minimum if nothing is held yet: for work that costs something before the request is written.
   *
   * @throws ApiError when the balance or the token's cap does not cover it
   */
  begin(): Promise<void>
  /**
   * Holds what a request may cost, just before it is sent. Returns the request, its output limit lowered to what can be paid.
   *
   * @param count asks the host how many tokens a body is; null: it does not say
   * @throws ApiError when the balance or the token's cap does not cover even a short answer
   */
  cover(request: UpstreamRequest, count?: CountTokens): UpstreamRequest | Promise<UpstreamRequest>
  /** Extends the hold while the answer to the request covered last arrives. */
  extender(): HoldExtender
}

type CountTokens = (request: UpstreamRequest, body: ScannedObject) => Promise<number | null>

export interface HoldDeps {
  ledger: Pick<Ledger, 'reserve' | 'extend'>
  options: Options
  prices: Pick<PriceBook, 'limitsOf' | 'priceOf'>
}

/** Makes the hold of one call, sized by the request written for the upstream. */
export const openHold = (logged: LoggedCall, envelope: Envelope, pricing: PricingContext, deps: HoldDeps): CallHold =>
  new RequestHold(logged, envelope, pricing, deps)

/** A class, because every call has one: its closures would cost more than their work. */
class RequestHold implements CallHold {
  hides: HidesReasoning = 'never'
  plan: HoldPlan | null = null
  private readonly ledgerHold: LedgerHold

  constructor(
    private readonly logged: LoggedCall,
    private readonly envelope: Envelope,
    private readonly pricing: PricingContext,
    private readonly deps: HoldDeps,
  ) {
    this.ledgerHold = openLedgerHold(logged, pricing.group, deps)
  }

  get isOpen(): boolean {
    return this.ledgerHold.isOpen
  }

  get held(): number {
    return this.ledgerHold.held
  }

  async begin(): Promise<void> {
    if (this.ledgerHold.isOpen) return
    this.plan ??= this.planAsked()
    throwIf(await this.growTo(this.plan.cost(this.plan.least), 0, 0))
  }

  cover(request: UpstreamRequest, count?: CountTokens): UpstreamRequest | Promise<UpstreamRequest> {
    const plan = this.planFor(request)
    const refusal = this.growFor(request, plan)
    return refusal ? this.coverLater(request, plan, refusal, count) : this.limited(request, this.goBy(plan))
  }

  private async coverLater(
    request: UpstreamRequest,
    plan: HoldPlan,
    growing: ApiError | Promise<ApiError | null>,
    count: CountTokens | undefined,
  ): Promise<UpstreamRequest> {
    const refusal = await growing
    if (!refusal) return this.limited(request, this.goBy(plan))
    const body = scannedOf(request)
    const closer = body && closerRequest(request, body, this.envelope)
    if (!closer) throw refusal
    const closerPlan = this.planCloser(closer, closer.facts)
    const isCheaper = closerPlan.cost(closerPlan.least) < plan.cost(plan.least)
    const still = isCheaper ? await this.growFor(closer.request, closerPlan) : refusal
    if (!still) return this.limited(closer.request, this.goBy(closerPlan))
    const counted = count && (await this.planCounted(closer, count))
    if (!counted) throw still
    throwIf(await this.growFor(closer.request, counted))
    return this.limited(closer.request, this.goBy(counted))
  }

  private planCloser({ request, body }: CloserRequest, facts: InputFacts): HoldPlan {
    return this.prepared(request, memberOf(body))({ text: body.text, facts, asked: this.envelope })
  }

  /** The plan by the host's own count; null: there is none, or the wallet does not pay for the least it can be. */
  private async planCounted(closer: CloserRequest, count: CountTokens): Promise<HoldPlan | null> {
    const fewest = countedFacts(closer.facts, 0)
    const least = fewest && this.planCloser(closer, fewest)
    if (!least || (await this.growTo(least.cost(least.least), 0, 0))) return null
    const tokens = await count(closer.request, closer.body)
    const counted = tokens === null ? null : countedFacts(closer.facts, tokens)
    return counted && this.planCloser(closer, counted)
  }

  extender(): HoldExtender {
    return makeHoldExtender(this.plan ?? this.planAsked(), this.ledgerHold)
  }

  /** Returns null once the hold covers the plan, else why it cannot. */
  private growFor(request: UpstreamRequest, plan: HoldPlan): ApiError | null | Promise<ApiError | null> {
    const { cost, most, least, expected } = plan
    return this.isLimitOurs(request, plan)
      ? this.growToShare(plan)
      : this.growTo(cost(least), cost(expected, this.leastInput), cost(most))
  }

  /** Makes this the current plan. */
  private goBy(plan: HoldPlan): HoldPlan {
    this.plan = plan
    this.hides = plan.hides
    return plan
  }

  /** Returns the request with its output limit lowered to what can be paid, if its format has such a field. */
  private limited(request: UpstreamRequest, plan: HoldPlan): UpstreamRequest | Promise<UpstreamRequest> {
    const { held, left } = this.ledgerHold
    const payable = plan.isSeen ? held + left : held
    if (plan.cost(plan.most) <= payable) return request
    const body = scannedOf(request)
    const limit = body && plan.limitFor(outputFor(payable, plan))
    if (!limit) return request
    this.plan = { ...plan, isBound: true, most: limit.tokens * plan.answers }
    request.losses.push({ what: 'maxTokens', why: `lowered to ${limit.tokens}, which the quota left pays for` })
    if (this.envelope.isLarge) return this.patched(request, body, limit)
    const lowered = patchObject(body, limit.patches)
    return { ...request, body: lowered.text, scanned: lowered, outputLimit: limit.tokens }
  }

  private async patched(
    { inspected: _before, ...request }: UpstreamRequest,
    body: ScannedObject,
    { patches, tokens }: NonNullable<ReturnType<HoldPlan['limitFor']>>,
  ): Promise<UpstreamRequest> {
    const lowered = await patchInTurns(body, patches, request.format)
    return { ...request, ...asBody(lowered), scanned: lowered, outputLimit: tokens }
  }

  private get format(): Format {
    return this.logged.call.endpoint.format
  }

  private get leastInput(): number {
    return this.deps.options.get('PreConsumedQuota')
  }

  private prepared(request: HeldRequest, member: SizedRequest['member']): PreparedHold {
    const { envelope, pricing, deps, format } = this
    return prepareHolds(request, member, { format, model: envelope.model, pricing, prices: deps.prices })
  }

  private planFor(request: UpstreamRequest): HoldPlan {
    const { envelope } = this
    const { kept, body } = request
    if (kept && kept.hold === undefined) kept.hold = prepareKept(kept, member => this.prepared(kept.fixed, member))
    if (kept?.hold && typeof body === 'string') return kept.hold({ text: body, asked: envelope })
    const scanned = scannedOf(request)
    const member = scanned ? memberOf(scanned, countsIn(scanned, envelope)) : envelope.member
    const text = scanned?.text ?? envelope.text
    const facts = factsOf(request, envelope)
    return this.prepared(request, member)({ text, facts, askedFacts: envelope.inputFacts, asked: envelope })
  }

  /** Plans by the client's request, before one is written for an upstream. Leaves out linked media, which may not be sent. */
  private planAsked(): HoldPlan {
    const { envelope, format, logged } = this
    const { text, body } = envelope
    const member = envelope.isLarge ? memberOf(body, envelope.counts) : envelope.member
    const facts = envelope.inputFacts ?? factsIn(format, text)
    const request = { format, model: envelope.model, isStream: logged.isStream }
    return this.prepared(request, member)({ text, facts: { ...facts, outside: 0 }, asked: envelope })
  }

  private growTo(least: number, most: number, worst: number): ApiError | null | Promise<ApiError | null> {
    // A free call needs a wallet above zero: it holds one quota, which is released.
    const floor = this.logged.call.endpoint.isFree ? 1 : 0
    const wanted = Math.max(floor, least, most)
    return this.ledgerHold.growTo(Math.max(floor, least), wanted, Math.max(wanted, worst))
  }

  /** Whether only the gateway set the limit and the output is not visible, so that all of it would be held. */
  private isLimitOurs(request: UpstreamRequest, { isSeen, isBound, most, limitFor }: HoldPlan): boolean {
    const isOurs = !isSeen && isBound && request.format !== this.format && limitFor(most) !== null
    return isOurs && !this.planAsked().isBound
  }

  /**
   * Holds the cost of an answer of usual length, and at most half of what is left in the wallet, so that concurrent calls
   * without a limit can run too.
   */
  private async growToShare({ cost, least, expected }: HoldPlan): Promise<ApiError | null> {
    const { ledgerHold, leastInput } = this
    const usual = Math.min(expected, this.deps.options.get('claude.default_max_tokens').default ?? USUAL_TOKENS)
    const worst = cost(expected, leastInput)
    const refusal = await this.growTo(cost(least), cost(usual, leastInput), worst)
    if (refusal) return refusal
    const share = ledgerHold.held + Math.trunc(ledgerHold.left / 2)
    return await this.growTo(ledgerHold.held, Math.max(ledgerHold.held, Math.min(worst, share)), worst)
  }
}

function throwIf(refusal: ApiError | null): void {
  if (refusal) throw refusal
}

/** Enough for most answers. */
const USUAL_TOKENS = 8_192
