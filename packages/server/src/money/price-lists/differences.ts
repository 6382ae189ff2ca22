import { createHash } from 'node:crypto'
import type { ModelPriceDraft, PriceDifference } from '@tollgate/contract'
import { documentPrice, priceLines, type RefusedPrice } from '@tollgate/gateway'
import type { Options } from '../../platform/options/index.ts'
import type { MoneyContext } from '../context.ts'
import { draftPrices } from '../pricing/draft-prices.ts'
import { PRICE_OPTIONS, pricedModels } from '../pricing/index.ts'
import { servedModels } from '../pricing/store.ts'
import { dearerBy, isSamePrice } from './compare-lines.ts'
import { entriesOfPrice } from './entries-of-price.ts'
import type { LookUpPrices } from './listed-prices.ts'
import { type Margin, withMargin } from './with-margin.ts'

type Deps = Pick<MoneyContext, 'db' | 'options' | 'prices'>
type Entries = Required<ModelPriceDraft>

export interface Differences {
  rows: (PriceDifference & { entries: Entries; listed: string })[]
  same: number
  missing: number
  refused: RefusedPrice[]
}

/** Compares a list with the prices of all models that are served or priced in the options. */
export async function differencesFrom(list: LookUpPrices, margin: Margin, app: Deps): Promise<Differences> {
  const models = new Set([...(await servedModels(app.db)).keys(), ...pricedModels(app.options)])
  const found: Differences = { rows: [], same: 0, missing: 0, refused: [] }
  for (const model of [...models].sort()) {
    const listed = list.priceOf(model)
    const refused = listed ? undefined : list.refusedOf(model)
    if (refused) found.refused.push({ ...refused, model })
    else if (!listed) found.missing += 1
    else {
      const row = differenceOf(model, listed, margin, app)
      if (row) found.rows.push(row)
      else found.same += 1
    }
  }
  return found
}

type Listed = NonNullable<ReturnType<LookUpPrices['priceOf']>>

/** Returns null if the model's price would not change. */
function differenceOf(model: string, listed: Listed, margin: Margin, { options, prices }: Deps) {
  const { document } = listed
  const entries = entriesOfPrice(model, withMargin(document, margin), options)
  const theirs = documentPrice(model, { [model]: document }, new Date())
  const offered = draftPrices(options, entries).priceOf(model)
  const inForce = prices.priceOf(model)
  if (!theirs || !offered) return null
  const lines = {
    ours: inForce ? priceLines(inForce) : [],
    theirs: priceLines(theirs),
    offered: priceLines(offered),
  }
  if (isSamePrice(lines.offered, lines.ours)) return null
  return {
    model,
    listed_as: listed.model,
    ...lines,
    change: dearerBy(lines.offered, lines.ours),
    theirs_above_ours: dearerBy(lines.theirs, lines.ours),
    as: entries.ModelPrices[model] === null ? ('ratios' as const) : ('document' as const),
    entries,
    listed: JSON.stringify(document),
  }
}

/** Returns a version that changes with every change of our prices or of the list. */
export function versionOf(list: LookUpPrices, options: Pick<Options, 'get'>): string {
  const prices = PRICE_OPTIONS.map(key => options.get(key))
  return createHash('sha256')
    .update(JSON.stringify([list.read_at, prices]))
    .digest('hex')
    .slice(0, 32)
}
