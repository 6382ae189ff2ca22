import { FREE, listedNames, type Price, UNPRICED } from '@tollgate/gateway'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { Options } from '../../platform/options/index.ts'
import type { RelayEndpoint } from '../call/endpoints.ts'
import { relayError } from '../call/relay-error.ts'
import type { ChannelIndex, OpenChannel } from '../candidates/channel-index.ts'
import type { Admission } from '../request/authenticate.ts'
import { groupOf, groupRatioOf } from './group.ts'

/** What a call is priced by, and the channels it may use. Fixed when it starts: later price changes do not affect it. */
export interface PricingContext {
  group: string
  groupRatio: number
  candidates: readonly OpenChannel[]
  price: Price
  quotaPerUnit: number
}

interface Deps {
  options: Options
  channels: ChannelIndex
  prices: PriceBook
}

/**
 * Checks that the caller may use the model, and finds its group, price and candidate channels.
 *
 * @throws ApiError
 */
export function makePricingContext(
  { identity, channelId }: Admission,
  model: string,
  endpoint: RelayEndpoint,
  deps: Deps,
): PricingContext {
  const { options, channels, prices } = deps
  const group = groupOf(identity, options)
  const { modelLimits } = identity
  if (channelId === undefined && modelLimits && !listedNames(model).some(name => modelLimits.has(name))) {
    throw relayError('model_not_allowed', { model })
  }
  const candidates =
    channelId === undefined ? channels.candidates(group, model, endpoint.format) : chosenChannel(channels, channelId)
  if (candidates.length === 0)
    throw relayError(channels.knows(model) ? 'no_channel' : 'model_unknown', { model, group })

  const acceptsUnpriced = identity.acceptsUnpricedModels || options.get('SelfUseModeEnabled')
  const price = endpoint.isFree ? FREE : (prices.priceOf(model) ?? (acceptsUnpriced ? UNPRICED : undefined))
  if (!price) throw relayError('model_price_missing', { model })
  return {
    group,
    groupRatio: groupRatioOf(group, options),
    candidates,
    price,
    quotaPerUnit: options.get('QuotaPerUnit'),
  }
}

function chosenChannel(channels: ChannelIndex, id: number): OpenChannel[] {
  const channel = channels.byId(id)
  if (!channel) throw relayError('channel_choice_unknown', { channel: id })
  return [channel]
}
