import type { OwnPrice } from './price-tables.ts'
import { readNumber } from './price-values.ts'

/** What can be set for many models at once. */
export const BATCH_MODES = ['price', 'ratio', 'completionRatio', 'both'] as const
export type BatchMode = (typeof BATCH_MODES)[number]

export interface BatchValues {
  mode: BatchMode
  /** The typed value; for both ratios the model ratio. */
  value: string
  completionRatio: string
}

export type BatchMistake = 'enterValue' | 'enterBothRatios' | 'enterValidNumber' | 'priceZero'

export function mistakeIn({ mode, value, completionRatio }: BatchValues): BatchMistake | undefined {
  const texts = mode === 'both' ? [value, completionRatio] : [value]
  if (texts.some(text => text.trim() === '')) return mode === 'both' ? 'enterBothRatios' : 'enterValue'
  if (texts.some(text => readNumber(text) === undefined)) return 'enterValidNumber'
  return mode === 'price' && readNumber(value) === 0 ? 'priceZero' : undefined
}

/** A model's price after a valid batch: a fixed price clears the ratios, a ratio clears the fixed price. */
export function afterBatch({ price: _, ...ratios }: OwnPrice, batch: BatchValues): OwnPrice {
  const value = readNumber(batch.value)
  switch (batch.mode) {
    case 'price':
      return { price: value }
    case 'ratio':
    case 'completionRatio':
      return { ...ratios, [batch.mode]: value }
    case 'both':
      return { ...ratios, ratio: value, completionRatio: readNumber(batch.completionRatio) }
  }
}
