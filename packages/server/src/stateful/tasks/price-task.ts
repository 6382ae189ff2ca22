import { type GroupTerms, groupTermsOf } from '@tollgate/contract'
import { FREE, listedNames, type Price, UNPRICED } from '@tollgate/gateway'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { inServingGroup } from '../../relay/plan/group.ts'
import { mayCall } from '../../relay/plan/may-call.ts'
import type { Admission } from '../../relay/request/authenticate.ts'
import type { StatefulDeps } from '../stateful-deps.ts'

/** A task's price, and the channels it may run on. Fixed when it is submitted. */
export interface TaskPricing extends GroupTerms {
  group: string
  quotaPerUnit: number
  price: Price
  candidates: readonly OpenChannel[]
}

interface Wanted {
  takes(channel: OpenChannel): boolean
  only?: OpenChannel | undefined
  /** For tasks without tokens, which have only prices by call: the first of these names with one counts. */
  pricedAs?: readonly string[] | undefined
}

/**
 * Checks that the caller may use the model, and finds its price and the channels that accept such tasks.
 *
 * @param takes whether a channel accepts such tasks; with `only`, just that channel may be used
 * @throws ApiError
 */
export const priceTask = (admission: Admission, model: string, wanted: Wanted, deps: Deps): TaskPricing =>
  inServingGroup(admission, deps.options, (group, one) => {
    // of several groups, it is one of the channel that it stays on
    if (one !== admission && wanted.only?.groups.has(group) === false)
      throw relayError('task_no_channel', { model, group })
    return priceIn(group, one, model, wanted, deps)
  })

type Deps = Pick<StatefulDeps, 'channels' | 'options' | 'prices'>

function priceIn(
  group: string,
  { identity, channelId }: Admission,
  model: string,
  { takes, only, pricedAs }: Wanted,
  { channels, options, prices }: Deps,
): TaskPricing {
  const names = listedNames(prices.aliases.modelOf(model))
  if (channelId === undefined && !mayCall(identity, model, prices.aliases))
    throw relayError('model_not_allowed', { model })
  const inGroup = channels.inGroup(group).filter(channel => names.some(name => channel.models.has(name)))
  const chosen = channelId === undefined ? inGroup : [channels.byId(channelId)].filter(channel => channel !== undefined)
  const found = only ? [only] : chosen.filter(takes)
  if (found.length === 0) {
    if (channelId !== undefined && chosen.length === 0)
      throw relayError('channel_choice_unknown', { channel: channelId })
    const isKnown = inGroup.length > 0 || channels.knows(model)
    throw relayError(isKnown ? 'task_no_channel' : 'model_unknown', { model, group })
  }
  const isOwnUse = options.get('SelfUseModeEnabled')
  const price = pricedAs
    ? (callPrice(pricedAs, prices) ?? (isOwnUse ? FREE : undefined))
    : (prices.priceOf(model) ?? (identity.acceptsUnpricedModels || isOwnUse ? UNPRICED : undefined))
  if (!price) throw relayError('model_price_missing', { model })
  return {
    group,
    ...groupTermsOf(group, identity.userGroup, options),
    quotaPerUnit: options.get('QuotaPerUnit'),
    price,
    candidates: found.toSorted((one, other) => other.priority - one.priority),
  }
}

const callPrice = (names: readonly string[], prices: StatefulDeps['prices']): Price | undefined =>
  names.map(name => prices.priceOf(name)).find(price => price?.kind === 'call') ?? undefined
