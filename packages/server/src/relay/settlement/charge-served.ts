import {
  asNumber,
  type Charge,
  charge,
  dig,
  isRouterName,
  isSameModel,
  iterationModels,
  type KnownConsumed,
  type PriceTerms,
  servedFactors,
  type Tally,
} from '@tollgate/gateway'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { LoggedCall } from '../request/logged-call.ts'

interface Deps {
  prices: Pick<PriceBook, 'priceOf'>
}

type ServedCall = Pick<LoggedCall, 'call' | 'model' | 'sentRequest'>

/** Returns the terms of an answer, with what the service level it tells multiplies the price by. */
export function servedTerms(terms: PriceTerms, { sentRequest, call }: LoggedCall, tally: Readonly<Tally>): PriceTerms {
  if (!sentRequest) return terms
  const { levels = {}, model, format = call.endpoint.format } = sentRequest
  const raw = tally.usage?.raw
  const told = {
    service_tier: tally.serviceTier,
    speed: textOf(dig(raw, 'speed')),
    inference_geo: textOf(dig(raw, 'inference_geo')),
  }
  const serviceFactors = servedFactors(levels, told, { format, model })
  return Object.keys(serviceFactors).length > 0 ? { ...terms, serviceFactors } : terms
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * Charges what was consumed. Where something else than the model asked for served it, the dearest counts of: the price of that model,
 * the price of the one that served, and the cost that the upstream tells.
 */
export function chargeServed(
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
    // What an upstream tells is for everything.
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

/** Returns the models an answer names that are others than was asked for. */
export function otherServed({ model, usage }: Readonly<Tally>, asked: string, askedUpstream: string): string[] {
  const named = [model, ...iterationModels(usage?.raw)].filter(name => name !== null)
  return [...new Set(named)].filter(name => isOther(name, asked, askedUpstream))
}

/** By the client's name or the upstream's. A router's may be any. */
function isOther(served: string, asked: string, askedUpstream: string): boolean {
  if (served === asked || served === askedUpstream) return false
  return isRouterName(askedUpstream) || !(isSameModel(asked, served) || isSameModel(askedUpstream, served))
}

/** In US dollars, as OpenRouter tells it and others after it. https://openrouter.ai/docs/use-cases/usage-accounting */
function costTold({ usage }: Readonly<Tally>): number {
  const cost = asNumber(dig(usage?.raw, 'cost'))
  return Number.isFinite(cost) && cost > 0 && cost < MOST_DOLLARS ? Number(cost.toPrecision(DIGITS)) : 0
}
const MOST_DOLLARS = 10_000
const DIGITS = 12
