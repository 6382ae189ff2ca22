import { type GroupTerms, groupTermsOf } from '@tollgate/contract'
import { FREE, isPricedFor, type Price, UNPRICED } from '@tollgate/gateway'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { Options } from '../../platform/options/index.ts'
import type { RelayEndpoint } from '../call/endpoints.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import type { StoredCall } from '../call/stored-call.ts'
import type { ChannelIndex, OpenChannel } from '../candidates/channel-index.ts'
import type { Admission } from '../request/authenticate.ts'
import type { Envelope } from '../request/envelope.ts'
import { inServingGroup } from './group.ts'
import { mayCall } from './may-call.ts'

/** A call's price and the channels it may use. Fixed when it starts: later changes do not affect it. */
export interface PricingContext extends GroupTerms {
  group: string
  candidates: readonly OpenChannel[]
  price: Price
  quotaPerUnit: number
  /** The model whose alias was called; absent: it was called by its own name. */
  aliasOf?: string
}

export interface PricingDeps {
  options: Options
  channels: ChannelIndex
  prices: PriceBook
}

/**
 * Keeps the channels that take a call's input and can continue its conversation. A token count may have any length.
 *
 * @throws ApiError
 */
export function pricingOfCall(
  planned: PricingContext,
  { endpoint, stored }: RelayCall,
  envelope: Pick<Envelope, 'model' | 'inputTokens'>,
): PricingContext {
  const pricing = pinned(planned, stored)
  if (endpoint.isFree) return pricing
  const candidates = withinInputLimit(pricing.candidates, envelope)
  return candidates === pricing.candidates ? pricing : { ...pricing, candidates }
}

/**
 * Checks that the caller may use the model, and finds its group, price and candidate channels.
 *
 * @param stored what the call continues; only a caller who tries several groups needs it here
 * @throws ApiError
 */
export const makePricingContext = (
  admission: Admission,
  model: string,
  endpoint: RelayEndpoint,
  deps: PricingDeps,
  stored?: StoredCall,
): PricingContext =>
  inServingGroup(admission, deps.options, (group, one) => {
    const pricing = pricingIn(group, one, model, endpoint, deps)
    if (stored) pinned(pricing, stored)
    return pricing
  })

function pricingIn(
  group: string,
  { identity, channelId }: Admission,
  model: string,
  endpoint: RelayEndpoint,
  { options, channels, prices }: PricingDeps,
): PricingContext {
  if (channelId === undefined && !mayCall(identity, model, prices.aliases))
    throw relayError('model_not_allowed', { model })
  const candidates =
    channelId === undefined ? channels.candidates(group, model, endpoint.format) : chosenChannel(channels, channelId)
  if (candidates.length === 0)
    throw relayError(channels.knows(model) ? 'no_channel' : 'model_unknown', { model, group })

  const acceptsUnpriced = identity.acceptsUnpricedModels || options.get('SelfUseModeEnabled')
  const price = endpoint.isFree ? FREE : (prices.priceOf(model) ?? (acceptsUnpriced ? UNPRICED : undefined))
  if (!price || !isPricedFor(price, endpoint.format)) throw relayError('model_price_missing', { model })
  const listed = prices.aliases.modelOf(model)
  return {
    group,
    ...groupTermsOf(group, identity.userGroup, options),
    candidates,
    price,
    quotaPerUnit: options.get('QuotaPerUnit'),
    ...(listed !== model && { aliasOf: listed }),
  }
}

function chosenChannel(channels: ChannelIndex, id: number): OpenChannel[] {
  const channel = channels.byId(id)
  if (!channel) throw relayError('channel_choice_unknown', { channel: id })
  return [channel]
}

/**
 * Returns the candidates of a call. If it continues from a response that one upstream stores, only that channel.
 *
 * @throws ApiError
 */
function pinned(pricing: PricingContext, stored: StoredCall | undefined): PricingContext {
  if (!stored || stored.channelId === null) return pricing
  const candidates = pricing.candidates.filter(({ id }) => id === stored.channelId)
  if (candidates.length === 0) throw relayError('response_channel_gone', { id: stored.chain.at(-1) ?? '' })
  return { ...pricing, candidates }
}

/**
 * Returns the candidates that take a request of this length. A channel's `max_input_tokens` is compared with the estimated
 * input, which is computed only if a channel has a limit.
 *
 * @throws ApiError when the request is too long for all of them
 */
function withinInputLimit(
  candidates: readonly OpenChannel[],
  { model, inputTokens }: { model: string; inputTokens(): number },
): readonly OpenChannel[] {
  if (candidates.every(({ maxInputTokens }) => maxInputTokens === 0)) return candidates
  const tokens = inputTokens()
  const fitting = candidates.filter(({ maxInputTokens }) => maxInputTokens === 0 || tokens <= maxInputTokens)
  if (fitting.length > 0) return fitting
  const limit = Math.max(...candidates.map(({ maxInputTokens }) => maxInputTokens))
  throw relayError('input_too_long', { model, tokens, limit })
}
