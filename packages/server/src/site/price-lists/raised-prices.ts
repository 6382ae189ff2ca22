import { documentPrice, priceLines } from '@tollgate/gateway'
import { dearerBy, standFor } from '../../money/price-lists/compare-lines.ts'
import { lookUpIn } from '../../money/price-lists/listed-prices.ts'
import { listsThatRose } from '../../money/price-lists/store.ts'
import { servedModels } from '../../money/pricing/store.ts'
import type { SiteContext } from '../context.ts'
import { nameOfList } from './list-names.ts'

/** A model for which an upstream charges more than we do, after raising its price. */
interface RaisedPrice {
  listId: number
  list: string
  model: string
  /** 0.2: a fifth more than ours. */
  share: number
  /** US dollars: three million input tokens with one million output tokens, or the most expensive component. */
  theirs: number
  ours: number
}

/**
 * Returns the models whose upstream price rose above ours, largest increase first. For a channel's list, only the
 * models that the channel serves.
 */
export async function raisedPrices({ db, prices }: Pick<SiteContext, 'db' | 'prices'>): Promise<RaisedPrice[]> {
  const found: RaisedPrice[] = []
  for (const list of await listsThatRose(db)) {
    const lookUp = lookUpIn(list)
    const raised = new Set(list.raised)
    const name = await nameOfList({ db }, list.id)
    for (const model of await modelsAt(db, list.channel_id)) {
      const listed = lookUp.priceOf(model)
      const [ours, document] = [prices.priceOf(model), listed && raised.has(listed.model) && listed.document]
      const theirs = document && documentPrice(model, { [model]: document }, new Date())
      if (!ours || !theirs) continue
      const [ourLines, theirLines] = [priceLines(ours), priceLines(theirs)]
      const share = dearerBy(theirLines, ourLines) ?? 0
      const dollars = { theirs: standFor(theirLines)?.dollars ?? 0, ours: standFor(ourLines)?.dollars ?? 0 }
      if (share > 0) found.push({ listId: list.id, list: name, model, share, ...dollars })
    }
  }
  return found.sort((one, other) => other.share - one.share)
}

async function modelsAt(db: SiteContext['db'], channelId: number): Promise<string[]> {
  if (channelId === 0) return [...(await servedModels(db)).keys()]
  const rows = await db
    .selectFrom('abilities')
    .select('model')
    .distinct()
    .where('channel_id', '=', channelId)
    .where('enabled', '=', 1)
    .orderBy('model')
    .execute()
  return rows.map(({ model }) => model)
}
