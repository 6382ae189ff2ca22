import { type PriceRow, ratioOf } from './price-rows.ts'

/** How much more expensive a price is than the built-in list's: 0.2 is a fifth; negative: it is cheaper. */
export interface Margin {
  input: number
  output: number
  /** The margin of a call with three times as much input as output. */
  overall: number
}

const INPUT_TO_OUTPUT = 3

/** undefined: the list does not have the model, has it for free, or the price is not by tokens. */
export function marginOf(row: PriceRow): Margin | undefined {
  const { list } = row
  if (!list || list.ratio === 0 || row.own.price !== undefined) return undefined
  if (row.document && ratioOf(row, 'ratio') === undefined) return undefined
  const ratio = ratioOf(row, 'ratio') ?? list.ratio
  const completion = ratioOf(row, 'completionRatio') ?? list.completion_ratio
  const [own, listed] = [sumsOf(ratio, completion), sumsOf(list.ratio, list.completion_ratio)]
  const above = (part: keyof Margin) => (listed[part] === 0 ? 0 : tidy(own[part] / listed[part] - 1))
  return { input: above('input'), output: above('output'), overall: above('overall') }
}

/** Sorts by the margin, in either direction; prices without one come last. */
export function byMargin(rows: readonly PriceRow[], direction: 'ascending' | 'descending'): PriceRow[] {
  const sign = direction === 'ascending' ? 1 : -1
  return [...rows].sort((one, other) => {
    const [a, b] = [marginOf(one)?.overall, marginOf(other)?.overall]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    return sign * (a - b) || one.id.localeCompare(other.id, 'en')
  })
}

const sumsOf = (ratio: number, completion: number) => ({
  input: ratio,
  output: ratio * completion,
  overall: ratio * (INPUT_TO_OUTPUT + completion),
})

/** Removes the noise of binary fractions. */
const tidy = (share: number) => Number(share.toFixed(9))
