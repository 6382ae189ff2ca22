import { DOLLARS_AT_RATIO_1, type EffectivePrice } from '@tollgate/contract'
import { modelsIn, type OwnPrice, type PricePart, type PriceTables, priceIn } from './price-tables.ts'

/** A model in the price editor. */
export interface PriceRow {
  /** The model's name. */
  id: string
  own: OwnPrice
  /** The numbers of the price list or of a document, used if the operator sets none. */
  standard: OwnPrice
  isOwn: boolean
  /** The built-in list's price, whatever the operator set. */
  list: EffectivePrice['standard']
  /** A price document: the numbers express all of it, or only the price of a short prompt. Absent: there is none. */
  document?: 'whole' | 'partly'
}

const partOf = {
  price: 'price',
  ratio: 'ratio',
  completionRatio: 'completion_ratio',
  cacheRatio: 'cache_ratio',
} as const

/**
 * Every model with a price, by name: the operator's own, those with a document, and the served ones of the price list.
 *
 * @param edited the page's tables; `stored` the ones from which the prices in force were computed
 */
export function priceRows(edited: PriceTables, stored: PriceTables, inForce: EffectivePrice[]): PriceRow[] {
  const effective = new Map(inForce.map(price => [price.model, price]))
  const own = modelsIn(edited)
  const isOwn = new Set(own)
  const standard = inForce.filter(({ model, source }) => source !== 'operator' && !isOwn.has(model))
  return [...own, ...standard.map(({ model }) => model)].sort().map(id => ({
    id,
    own: priceIn(edited, id),
    standard: standardOf(effective.get(id), priceIn(stored, id)),
    isOwn: isOwn.has(id),
    list: effective.get(id)?.standard ?? null,
    ...documentOf(effective.get(id)),
  }))
}

const documentOf = (inForce: EffectivePrice | undefined): Pick<PriceRow, 'document'> =>
  inForce?.source === 'document' ? { document: inForce.lines ? 'partly' : 'whole' } : {}

/** A number in force that the operator did not set comes from the price list, or from a document. */
function standardOf(inForce: EffectivePrice | undefined, stored: OwnPrice): OwnPrice {
  if (!inForce) return {}
  if (inForce.lines) return shortPromptOf(inForce.lines)
  const parts = (Object.keys(partOf) as PricePart[]).filter(part => stored[part] === undefined)
  return Object.fromEntries(parts.map(part => [part, inForce[partOf[part]] ?? undefined]))
}

/** The prices in a document's lines for a short prompt; empty if it does not charge for tokens. */
function shortPromptOf(lines: NonNullable<EffectivePrice['lines']>): OwnPrice {
  const dollarsOf = (name: string) => lines.find(({ line, above = 0 }) => line === name && above === 0)?.usd
  const [input = 0, output = 0, cached = input] = [dollarsOf('input'), dollarsOf('output'), dollarsOf('cache_read')]
  if (input === 0) return {}
  return { ratio: input / DOLLARS_AT_RATIO_1, completionRatio: output / input, cacheRatio: cached / input }
}

/** A model's price by tokens: its own numbers, or else the price list's; undefined if neither has one. */
export function ratioOf({ own, standard }: PriceRow, part: Exclude<PricePart, 'price'>): number | undefined {
  return own.price === undefined ? (own[part] ?? standard[part]) : undefined
}
