import { mapModel, splitList, type UnderCost } from '@tollgate/contract'
import { documentPrice, type Price, priceLines } from '@tollgate/gateway'
import { dearerBy, standFor } from '../../money/price-lists/compare-lines.ts'
import { type LookUpPrices, lookUpIn } from '../../money/price-lists/listed-prices.ts'
import { listsOfChannels } from '../../money/price-lists/store.ts'
import { leastRatioOf } from '../../money/pricing/groups.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { readObject } from '../../relay/candidates/channel-index.ts'
import type { ChannelsContext } from '../context.ts'

type Deps = Pick<ChannelsContext, 'db' | 'prices' | 'options'>
type Served = Pick<ChannelRow, 'id' | 'models' | 'group' | 'model_mapping'>

/** Further models are counted. */
const MOST_NAMED = 6
/** Less is the noise of binary fractions. */
const LEAST_SHARE = 1e-9

/**
 * Returns, by channel, the models that cost more at the upstream than some group of the channel pays. The cost is that of
 * the channel's own price list if its upstream publishes one, else the maker's price of the model that goes upstream.
 */
export async function pricesUnderCost(app: Deps, channels: readonly Served[]): Promise<Map<number, UnderCost>> {
  const lists = await listsByChannel(app.db, channels)
  const makersCosts = new Map<string, number | null>()
  /** By what decides it: most channels serve what others serve too. */
  const byServed = new Map<string, UnderCost | null>()
  const found = new Map<number, UnderCost>()
  for (const channel of channels) {
    const list = lists.get(channel.id)
    const served = JSON.stringify([channel.group, channel.models, channel.model_mapping])
    const known = list ? undefined : byServed.get(served)
    const under = known === undefined ? underCost(channel, list) : known
    if (!list) byServed.set(served, under)
    if (under) found.set(channel.id, under)
  }
  return found

  function underCost(channel: Served, list: LookUpPrices | undefined): UnderCost | null {
    const [group] = splitList(channel.group)
      .map(name => ({ name, ratio: leastRatioOf(name, app.options) }))
      .sort((one, other) => one.ratio - other.ratio)
    if (!group) return null
    const mapping = readObject(channel.model_mapping) as Record<string, string>
    const under = splitList(channel.models).flatMap(model => {
      const cost = costShare(model, upstreamName(mapping, app.prices.aliases.modelOf(model)))
      const share = cost === null ? 0 : tidy(1 - group.ratio / cost)
      return share > LEAST_SHARE ? [{ model, group: group.name, share }] : []
    })
    if (under.length === 0) return null
    const worst = under.sort((one, other) => other.share - one.share || (one.model < other.model ? -1 : 1))
    return { share: worst[0]?.share ?? 0, models: worst.length, worst: worst.slice(0, MOST_NAMED) }

    /** How many times our price the cost is. Null: they cannot be compared. */
    function costShare(model: string, upstream: string): number | null {
      const listed = list && costInList(list, upstream)
      if (listed) return timesPrice(app, model, listed)
      const key = `${model}\n${upstream}`
      const known = makersCosts.get(key)
      if (known !== undefined) return known
      const share = timesPrice(app, model, app.prices.standardOf(upstream))
      makersCosts.set(key, share)
      return share
    }
  }
}

function timesPrice({ prices }: Deps, model: string, cost: Price | null): number | null {
  const price = prices.priceOf(model)
  // Most models have the maker's price.
  if (!price || !cost || price === cost) return price && cost ? 1 : null
  const [ours, theirs] = [priceLines(price), priceLines(cost)]
  const above = dearerBy(theirs, ours)
  if (above !== null) return above + 1
  const [free, paid] = [standFor(ours), standFor(theirs)]
  return free?.dollars === 0 && free.per === paid?.per ? Number.POSITIVE_INFINITY : null
}

function costInList(list: LookUpPrices, model: string): Price | null {
  const document = list.priceOf(model)?.document
  return document ? documentPrice(model, { [model]: document }, new Date()) : null
}

async function listsByChannel(db: Deps['db'], channels: readonly Served[]): Promise<Map<number, LookUpPrices>> {
  const wanted = new Set(channels.map(({ id }) => id))
  const lists = await listsOfChannels(db, wanted)
  return new Map(lists.map(list => [list.channel_id, lookUpIn(list)]))
}

/** The requested name if the mapping is cyclic. */
function upstreamName(mapping: Readonly<Record<string, string>>, model: string): string {
  try {
    return mapModel(mapping, model)
  } catch {
    return model
  }
}

/** Removes the noise of binary fractions. */
const tidy = (share: number) => Number(share.toFixed(9))
