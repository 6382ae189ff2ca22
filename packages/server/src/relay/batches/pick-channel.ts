import { pickCandidate } from '@tollgate/gateway'
import { relayError } from '../errors/relay-error.ts'
import type { RelayDeps } from '../relay-deps.ts'
import type { OpenChannel } from '../routing/channel-index.ts'
import type { BatchPricing } from './batch-channels.ts'

/** Picks a channel, and one of its keys, that takes all models of a batch. @throws ApiError */
export function pickChannel(
  pricings: readonly (readonly [model: string, pricing: BatchPricing])[],
  { health, keyStates, random }: Pick<RelayDeps, 'health' | 'keyStates' | 'random'>,
): OpenChannel {
  const [first, ...others] = pricings
  const common = (first?.[1].candidates ?? []).filter(channel =>
    others.every(([, { candidates }]) => candidates.includes(channel)),
  )
  const picked =
    pickCandidate(common, ({ id }) => health.isAvailable(id, performance.now()), random()) ??
    pickCandidate(common, () => true, random())
  if (picked) return (picked.keys && keyStates.pick(picked, [])?.channel) ?? picked
  const group = first?.[1].group ?? ''
  throw relayError('batch_no_channel', { model: pricings.map(([model]) => model).join(', '), group })
}
