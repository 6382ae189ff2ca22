import { type Format, protocols } from '../protocols/index.ts'
import type { Price } from './price.ts'

/**
 * Returns whether a price charges anything measured in calls of a format: a price per image has no price for a chat.
 */
export function isPricedFor(price: Price, format: Format): boolean {
  if (price.kind !== 'document' || price.tiers.length > 0 || price.call > 0) return true
  const { measures = [] } = protocols[format].meter
  const isCharged = { images: price.images.length > 0, characters: price.characters > 0, minutes: price.minutes > 0 }
  return measures.some(unit => isCharged[unit])
}
