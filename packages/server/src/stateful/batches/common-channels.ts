import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { BatchPricing } from './batch-channels.ts'

/** The channels that take all models of a batch. @throws ApiError where none does */
export function commonChannels(pricings: ReadonlyMap<string, BatchPricing>): OpenChannel[] {
  const [first, ...others] = pricings.values()
  const common = (first?.candidates ?? []).filter(channel =>
    others.every(({ candidates }) => candidates.includes(channel)),
  )
  if (common.length > 0) return common
  throw relayError('batch_no_channel', { model: [...pricings.keys()].join(', '), group: first?.group ?? '' })
}
