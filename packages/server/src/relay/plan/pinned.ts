import { relayError } from '../call/relay-error.ts'
import type { StoredCall } from '../call/stored-call.ts'
import type { PricingContext } from './pricing-context.ts'

/**
 * The candidates of a call; where it goes on from what one channel's upstream keeps, that one alone.
 *
 * @throws ApiError
 */
export function pinned(pricing: PricingContext, stored: StoredCall | undefined): PricingContext {
  if (!stored || stored.channelId === null) return pricing
  const candidates = pricing.candidates.filter(({ id }) => id === stored.channelId)
  if (candidates.length === 0) throw relayError('response_channel_gone', { id: stored.chain.at(-1) ?? '' })
  return { ...pricing, candidates }
}
