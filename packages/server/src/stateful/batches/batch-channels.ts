import { atBatchPrice, type BatchHost, endpoints, type Format } from '@tollgate/gateway'
import type { RelayFileRow } from '../../platform/storage/schema.ts'
import type { RelayEndpoint } from '../../relay/call/endpoints.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { withKey } from '../../relay/candidates/keys/channel-keys.ts'
import { inServingGroup } from '../../relay/plan/group.ts'
import { makePricingContext, type PricingContext } from '../../relay/plan/pricing-context.ts'
import type { Admission } from '../../relay/request/authenticate.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { plainModelOf } from './stored-upstream.ts'

type Protocol = BatchHost['protocol']

/** The formats of requests that OpenAI's batches may contain. */
const OPENAI_FORMATS: readonly Format[] = ['openai-chat', 'openai-responses', 'openai-embeddings', 'openai-completions']
const formatsByPath = new Map(OPENAI_FORMATS.map(format => [pathOf(format), format]))

function pathOf(format: Format): string {
  const endpoint = endpoints[format]
  return 'path' in endpoint ? endpoint.path : ''
}

/** @throws ApiError if the path does not accept batches */
export function formatOfPath(path: string): Format {
  const format = formatsByPath.get(path)
  if (!format)
    throw relayError('batch_endpoint_unknown', { endpoint: path, endpoints: [...formatsByPath.keys()].join(', ') })
  return format
}

/** The channels and the price of requests for a model in a batch. */
export type BatchPricing = Omit<PricingContext, 'price'> & {
  /** Returns the price at the channel's host. */
  priceOn(channel: OpenChannel): PricingContext['price']
}

/**
 * Checks that the caller may use the model, and finds the channels that take it in batches.
 *
 * @throws ApiError
 */
export function priceBatch(
  admission: Admission,
  model: string,
  format: Format,
  protocol: Protocol,
  deps: StatefulDeps,
): BatchPricing {
  const { errors } = endpoints[format]
  const endpoint: RelayEndpoint = { path: pathOf(format), format, errors }
  return inServingGroup(admission, deps.options, (group, one) => {
    const { price, ...pricing } = makePricingContext(one, model, endpoint, deps)
    const candidates = pricing.candidates.filter(channel => takes(channel, model, format, protocol, deps))
    if (candidates.length === 0) throw relayError('batch_no_channel', { model, group })
    return {
      ...pricing,
      candidates,
      priceOn: ({ provider }: OpenChannel) => atBatchPrice(price, provider.batches?.priceShare ?? 1),
    }
  })
}

function takes(channel: OpenChannel, model: string, format: Format, protocol: Protocol, deps: StatefulDeps): boolean {
  const host = channel.provider.batches
  if (host?.protocol !== protocol || !host.formats.includes(format)) return false
  try {
    return plainModelOf(channel, model, format, deps) !== null
  } catch {
    // its mapping is cyclic
    return false
  }
}

/** The channels that accept files other than requests. @throws ApiError */
export const fileChannels = (admission: Admission, { channels, options }: StatefulDeps): OpenChannel[] =>
  inServingGroup(admission, options, (group, { channelId }) => {
    const found = channels
      .inGroup(group)
      .filter(({ id, provider }) => provider.batches?.protocol === 'openai' && (channelId ?? id) === id)
    if (found.length === 0) throw relayError('files_no_channel', { group })
    return found
  })

type Stored = Pick<RelayFileRow, 'id' | 'channel_id' | 'channel_key'>

/** Returns the channel of a file or batch, with the key that created it. @throws ApiError */
export function channelWith(stored: Stored, { channels }: Pick<StatefulDeps, 'channels'>) {
  const channel = channels.byId(stored.channel_id)
  if (!channel?.provider.batches) throw relayError('stored_channel_gone', { id: stored.id })
  return withKey(channel, stored.channel_key)
}

/** Returns the channels that take all models of a batch. @throws ApiError if there is none */
export function commonChannels(pricings: ReadonlyMap<string, BatchPricing>): OpenChannel[] {
  const [first, ...others] = pricings.values()
  // Channels may have been read anew between two models of a long file.
  const common = (first?.candidates ?? []).filter(channel =>
    others.every(({ candidates }) => candidates.some(({ id }) => id === channel.id)),
  )
  if (common.length > 0) return common
  throw relayError('batch_no_channel', { model: [...pricings.keys()].join(', '), group: first?.group ?? '' })
}
