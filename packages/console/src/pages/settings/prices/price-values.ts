import { DOLLARS_AT_RATIO_1 } from '@tollgate/contract'
import type { OwnPrice } from './price-tables.ts'

/** A model's price as its form holds it: numbers as typed. */
export interface PriceValues {
  model: string
  /** US dollars per call. */
  price: string
  ratio: string
  completionRatio: string
  cacheRatio: string
  /** The same in US dollars per million tokens. */
  tokenPrice: string
  completionTokenPrice: string
  cachedTokenPrice: string
}

export const emptyPrice: PriceValues = {
  model: '',
  price: '',
  ratio: '',
  completionRatio: '',
  cacheRatio: '',
  tokenPrice: '',
  completionTokenPrice: '',
  cachedTokenPrice: '',
}

export function valuesOfPrice(model: string, { price, ratio, completionRatio, cacheRatio }: OwnPrice): PriceValues {
  const text = (value: number | undefined) => (value === undefined ? '' : String(value))
  return withTokenPrices({
    ...emptyPrice,
    model,
    price: text(price),
    ratio: text(ratio),
    completionRatio: text(completionRatio),
    cacheRatio: text(cacheRatio),
  })
}

/** The price from a valid form: only the price per call, or the ratios. */
export function priceOfValues(values: PriceValues): OwnPrice {
  const price = readNumber(values.price)
  if (price !== undefined) return { price }
  const ratios = {
    ratio: readNumber(values.ratio),
    completionRatio: readNumber(values.completionRatio),
    cacheRatio: readNumber(values.cacheRatio),
  }
  return Object.fromEntries(Object.entries(ratios).filter(([, ratio]) => ratio !== undefined))
}

/** Prices that are multiples of the input price, and the ratio of each. */
const multiples = [
  { ratio: 'completionRatio', price: 'completionTokenPrice' },
  { ratio: 'cacheRatio', price: 'cachedTokenPrice' },
] as const

export type TokenPart = Exclude<keyof PriceValues, 'model' | 'price'>

/** The form after one of its ratios or token prices was typed: updates its counterpart. */
export function afterTyping(values: PriceValues, typed: TokenPart): PriceValues {
  switch (typed) {
    case 'ratio':
    case 'completionRatio':
    case 'cacheRatio':
      return withTokenPrices(values)
    default:
      return withRatios(values)
  }
}

function withTokenPrices(values: PriceValues): PriceValues {
  const ratio = readNumber(values.ratio)
  const input = ratio === undefined ? undefined : ratio * DOLLARS_AT_RATIO_1
  const changed = { ...values, tokenPrice: write(input) }
  for (const { ratio, price } of multiples) changed[price] = write(times(readNumber(values[ratio]), input))
  return changed
}

function withRatios(values: PriceValues): PriceValues {
  const input = readNumber(values.tokenPrice)
  // a price of 0 gives no ratio: a free model is set by the ratio
  const changed = { ...values, ratio: input ? write(input / DOLLARS_AT_RATIO_1) : '' }
  for (const { ratio, price } of multiples) {
    const dollars = readNumber(values[price])
    // without an input price there is no base for multiples: the ratio stays as typed
    if (dollars !== undefined) changed[ratio] = input ? write(dollars / input) : ''
  }
  return changed
}

const NUMBER = /^\d+(\.\d+)?$/

/** Undefined for an empty text and for one that is not a number. */
export function readNumber(text: string): number | undefined {
  return NUMBER.test(text.trim()) ? Number(text) : undefined
}

export const isNumberOrEmpty = (text: string): boolean => text.trim() === '' || readNumber(text) !== undefined

const times = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? undefined : one * other

const DIGITS = 12

/** Without the noise of binary fractions: 0.3, not 0.30000000000000004. */
function write(value: number | undefined): string {
  return value === undefined ? '' : value.toLocaleString('en', { maximumSignificantDigits: DIGITS, useGrouping: false })
}
