import { FREE, listedNames, type Price, UNPRICED } from '@tollgate/gateway'
import type { Options } from '../options/index.ts'
import type { PriceBook } from '../pricing/index.ts'
import type { Admission } from './authenticate.ts'
import type { ChannelIndex, OpenChannel } from './channel-index.ts'
import type { RelayEndpoint } from './endpoints.ts'
import { groupOf, groupRatioOf } from './group.ts'
import { refuse } from './refusal.ts'

/** On what terms a call is relayed. Pinned when it starts: a change of prices meanwhile does not touch it. */
export interface Terms {
  group: string
  groupRatio: number
  candidates: readonly OpenChannel[]
  price: Price
  quotaPerUnit: number
}

interface Known {
  options: Options
  channels: ChannelIndex
  prices: PriceBook
}

/**
 * May this caller use this model, in which group, through which channels, at what price?
 *
 * @throws Refusal
 */
export function agreeTerms(
  { passport, channelId }: Admission,
  model: string,
  endpoint: RelayEndpoint,
  known: Known,
): Terms {
  const { options, channels, prices } = known
  const group = groupOf(passport, options)
  const { modelLimits } = passport
  if (channelId === undefined && modelLimits && !listedNames(model).some(name => modelLimits.has(name))) {
    throw refuse('model_not_allowed', { model })
  }
  const candidates =
    channelId === undefined ? channels.candidates(group, model, endpoint.format) : forced(channels, channelId)
  if (candidates.length === 0) throw refuse(channels.knows(model) ? 'no_channel' : 'model_unknown', { model, group })

  const acceptsUnpriced = passport.acceptsUnpricedModels || options.get('SelfUseModeEnabled')
  const price = endpoint.isFree ? FREE : (prices.priceOf(model) ?? (acceptsUnpriced ? UNPRICED : undefined))
  if (!price) throw refuse('model_price_missing', { model })
  return {
    group,
    groupRatio: groupRatioOf(group, options),
    candidates,
    price,
    quotaPerUnit: options.get('QuotaPerUnit'),
  }
}

function forced(channels: ChannelIndex, id: number): OpenChannel[] {
  const channel = channels.byId(id)
  if (!channel) throw refuse('channel_choice_unknown', { channel: id })
  return [channel]
}
