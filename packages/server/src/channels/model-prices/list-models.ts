import type { ModelPrice } from '@tollgate/contract'
import { readOrigins } from '../../money/price-lists/origins.ts'
import { effectivePrices } from '../../money/pricing/effective.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { ChannelsContext } from '../context.ts'
import { usageOfModels } from './usage-of-models.ts'

type Deps = Pick<ChannelsContext, 'db' | 'reports' | 'options' | 'prices' | 'routing' | 'now'>

/** Returns every model that is served, has a price in the options, or was called in the last 30 days, by name. */
export async function listModels(app: Deps): Promise<ModelPrice[]> {
  const [usage, served] = [
    await usageOfModels(app.reports, app.now(), app.prices.aliases),
    await channelsOfModels(app.db),
  ]
  const effective = await effectivePrices(app, usage.keys())
  const priced = new Map(effective.map(price => [price.model, price]))
  const hours = hoursOfChannels(app)
  const origins = await readOrigins(app.db, app.options)
  return [...new Set([...priced.keys(), ...served.keys(), ...usage.keys()])].sort().map(model => {
    const channels = [...(served.get(model)?.values() ?? [])]
    const { calls = 0, quota = 0 } = usage.get(model) ?? {}
    const attempts = channels.flatMap(({ id }) => hours.get(id) ?? [])
    return {
      ...(priced.get(model) ?? { model, ...NO_PRICE }),
      origin: origins.get(model) ?? null,
      channels,
      answered: attempts.reduce((sum, { answered }) => sum + answered, 0),
      failed: attempts.reduce((sum, { failed }) => sum + failed, 0),
      calls,
      quota,
    }
  })
}

const NO_PRICE = {
  price: null,
  ratio: null,
  completion_ratio: null,
  cache_ratio: null,
  source: 'none',
  standard: null,
} as const

type Serving = ModelPrice['channels'][number]

/** The enabled channels of each served model, by priority and weight. */
async function channelsOfModels(db: Db): Promise<Map<string, Map<number, Serving>>> {
  const rows = await db
    .selectFrom('abilities')
    .innerJoin('channels', 'channels.id', 'abilities.channel_id')
    .select(['model', 'abilities.group', 'channel_id', 'name', 'abilities.priority', 'abilities.weight'])
    .where('enabled', '=', 1)
    .orderBy('abilities.priority', 'desc')
    .orderBy('abilities.weight', 'desc')
    .orderBy('channel_id')
    .orderBy('abilities.group')
    .execute()
  const models = new Map<string, Map<number, Serving>>()
  for (const { model, group, channel_id: id, name, priority, weight } of rows) {
    const channels = models.get(model) ?? new Map<number, Serving>()
    models.set(model, channels)
    const known = channels.get(id)
    if (known) known.groups.push(group)
    else channels.set(id, { id, name, priority, weight, groups: [group] })
  }
  return models
}

function hoursOfChannels({ routing }: Deps): Map<number, { answered: number; failed: number }> {
  return new Map(
    routing.lastHour.hours().map(({ channelId, slots }) => [
      channelId,
      {
        answered: slots.reduce((sum, { answered }) => sum + answered, 0),
        failed: slots.reduce((sum, { failed }) => sum + failed, 0),
      },
    ]),
  )
}
