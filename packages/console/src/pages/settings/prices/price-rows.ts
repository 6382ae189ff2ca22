import type { EffectivePrice } from '@tollgate/contract'
import { modelsIn, type OwnPrice, type PricePart, type PriceTables, priceIn } from './price-tables.ts'

/** A model in the price editor. */
export interface PriceRow {
  /** The model's name. */
  id: string
  own: OwnPrice
  /** The price list's numbers, used if the operator sets none. */
  standard: OwnPrice
  isOwn: boolean
  /** The built-in list's price, whatever the operator set. */
  list: EffectivePrice['standard']
}

const partOf = {
  price: 'price',
  ratio: 'ratio',
  completionRatio: 'completion_ratio',
  cacheRatio: 'cache_ratio',
} as const

/**
 * Every model with a price, by name: the operator's own, and the served ones of the price list.
 *
 * @param edited the page's tables; `stored` the ones from which the prices in force were computed
 */
export function priceRows(edited: PriceTables, stored: PriceTables, inForce: EffectivePrice[]): PriceRow[] {
  const effective = new Map(inForce.map(price => [price.model, price]))
  const own = modelsIn(edited)
  const isOwn = new Set(own)
  const standard = inForce.filter(({ model, source }) => source === 'default' && !isOwn.has(model))
  return [...own, ...standard.map(({ model }) => model)].sort().map(id => ({
    id,
    own: priceIn(edited, id),
    standard: standardOf(effective.get(id), priceIn(stored, id)),
    isOwn: isOwn.has(id),
    list: effective.get(id)?.standard ?? null,
  }))
}

/** A number in force that the operator did not set comes from the price list. */
function standardOf(inForce: EffectivePrice | undefined, stored: OwnPrice): OwnPrice {
  if (!inForce) return {}
  const parts = (Object.keys(partOf) as PricePart[]).filter(part => stored[part] === undefined)
  return Object.fromEntries(parts.map(part => [part, inForce[partOf[part]] ?? undefined]))
}

/** A model's price by tokens: its own numbers, or else the price list's; undefined if neither has one. */
export function ratioOf({ own, standard }: PriceRow, part: Exclude<PricePart, 'price'>): number | undefined {
  return own.price === undefined ? (own[part] ?? standard[part]) : undefined
}
