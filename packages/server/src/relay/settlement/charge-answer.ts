import type { EndedBy, LogOther } from '@tollgate/contract'
import {
  addUnseenReasoning,
  asNumber,
  type Charge,
  charge,
  chargeRule,
  consumedBy,
  dig,
  type Format,
  GENEROUS_LIMITS,
  isRouterName,
  isSameModel,
  iterationModels,
  type KnownConsumed,
  type ModelLimits,
  type PriceTerms,
  servedFactors,
  type Tally,
  type UnseenReasoning,
} from '@tollgate/gateway'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { PricingContext } from '../plan/pricing-context.ts'
import type { ChargedRequest } from '../request/envelope.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import type { ConversationCache } from './cached-shares.ts'

interface Deps {
  prices: Pick<PriceBook, 'limitsOf' | 'priceOf'>
}

/** An ended answer, with its request. */
export interface EndedAnswer {
  logged: LoggedCall
  envelope: ChargedRequest
  pricing: PricingContext
  tally: Readonly<Tally>
  /** The reasoning that may have been hidden so far; null: the model shows its reasoning. */
  unseen: UnseenReasoning | null
  /** The cache of its conversation. Absent: the call belongs to none. */
  cache?: ConversationCache | undefined
}

/** Returns an answer's cost in quota by the table of charges, its token counts, and the charge's part of the log row. */
export function chargeAnswer(
  { logged, envelope, pricing, tally, unseen, cache }: EndedAnswer,
  endedBy: EndedBy,
  deps: Deps,
): { quota: number; usage: KnownConsumed['usage']; other: LogOther } {
  const rule = chargeRule(endedBy, tally, unseen !== null)
  const ended = {
    format: logged.call.endpoint.format,
    call: envelope,
    tally,
    limits: deps.prices.limitsOf(logged.model, logged.sentRequest?.model),
    cachedPrompt: () => cache?.expected() ?? null,
  }
  let consumed = consumedBy(rule.charged, ended)
  const terms = servedTerms(pricing, logged, tally)
  if (rule.charged === 'time' && unseen) consumed = addUnseenReasoning(consumed, ended, unseen, terms)
  const { source, suspect, cachedShare, usage } = consumed
  if (!source && tally.usage && tally.usageIsFinal) cache?.note(tally.usage, tally.responseId)
  const { quota, other }: Charge =
    rule.charged === 'free' ? { quota: 0, other: {} } : chargeServed(terms, consumed, logged, tally, deps)
  other.charge_rule = rule
  if (source) other.usage_source = source
  if (cachedShare) other.cached_share = cachedShare
  if (suspect.length > 0) other.suspect_counts = suspect
  return { quota, usage, other }
}

type ServedCall = Pick<LoggedCall, 'call' | 'model' | 'sentRequest'>

/** What an answer has consumed so far: the reported usage once it is final, until then also what was observed. */
export const consumption = (
  format: Format,
  envelope: ChargedRequest,
  tally: Readonly<Tally>,
  limits: ModelLimits = GENEROUS_LIMITS,
): KnownConsumed => consumedBy(tally.usageIsFinal ? 'reported' : 'so_far', { format, call: envelope, tally, limits })

/** Returns the price terms of an answer, with the price factors of the service level that it names. */
function servedTerms(terms: PriceTerms, { sentRequest, call }: LoggedCall, tally: Readonly<Tally>): PriceTerms {
  if (!sentRequest) return terms
  const { levels = {}, model, format = call.endpoint.format } = sentRequest
  const raw = tally.usage?.raw
  const told = {
    service_tier: tally.serviceTier,
    speed: textOf(dig(raw, 'speed')),
    inference_geo: textOf(dig(raw, 'inference_geo')),
  }
  const serviceFactors = servedFactors(levels, told, { format, model, own: terms.price.levels })
  return Object.keys(serviceFactors).length > 0 ? { ...terms, serviceFactors } : terms
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * Charges what was consumed. If another model may have served it, charges the highest of three: the requested model's price,
 * the serving model's price, and the cost that the upstream reports.
 */
function chargeServed(
  terms: PriceTerms,
  consumed: KnownConsumed,
  logged: ServedCall,
  tally: Readonly<Tally>,
  { prices }: Deps,
): Charge {
  const asked = charge(terms, consumed)
  if (logged.call.endpoint.isFree) return asked
  const others = otherServed(tally, logged.model, logged.sentRequest?.model ?? logged.model)
  if (others.length === 0 && !logged.sentRequest?.otherModels) return asked
  let dearest = asked
  const offer = (by: 'served_model' | 'upstream_cost', model: string, price: PriceTerms['price']) => {
    // The upstream's cost already includes the service level.
    const { serviceFactors, ...plain } = terms
    const { quota, other } = charge({ ...(by === 'served_model' ? terms : plain), price }, consumed)
    if (quota <= dearest.quota) return
    dearest = { quota, other: { ...other, served_price: { by, model, asked_quota: asked.quota } } }
  }
  for (const model of others) {
    const price = prices.priceOf(model)
    if (price) offer('served_model', model, price)
  }
  const cost = costTold(tally)
  const served = others.find(model => prices.priceOf(model)) ?? ''
  if (cost > 0) offer('upstream_cost', served, { kind: 'call', price: cost, toolPrices: {}, standingCalls: {} })
  return dearest
}

const NONE: readonly string[] = []

/** Returns the models named in an answer other than the requested one. */
export function otherServed(
  { model, usage }: Readonly<Tally>,
  asked: string,
  askedUpstream: string,
): readonly string[] {
  const iterations = iterationModels(usage?.raw)
  // most answers name the requested model
  if (iterations.length === 0 && (model === null || model === asked || model === askedUpstream)) return NONE
  const named = [model, ...iterations].filter(name => name !== null)
  return [...new Set(named)].filter(name => isOther(name, asked, askedUpstream))
}

/** Whether it is neither the client's nor the upstream's name. A router may serve any model. */
function isOther(served: string, asked: string, askedUpstream: string): boolean {
  if (served === asked || served === askedUpstream) return false
  return isRouterName(askedUpstream) || !(isSameModel(asked, served) || isSameModel(askedUpstream, served))
}

/** The reported cost in US dollars, in OpenRouter's format. https://openrouter.ai/docs/use-cases/usage-accounting */
function costTold({ usage }: Readonly<Tally>): number {
  const cost = asNumber(dig(usage?.raw, 'cost'))
  return Number.isFinite(cost) && cost > 0 && cost < MOST_DOLLARS ? Number(cost.toPrecision(DIGITS)) : 0
}
const MOST_DOLLARS = 10_000
const DIGITS = 12
