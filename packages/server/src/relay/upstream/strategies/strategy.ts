import type { ChannelSetting } from '@tollgate/contract'
import {
  type CanonicalRequest,
  type Framing,
  type Loss,
  type Patches,
  patchJson,
  RequestRefused,
  type ResponsePipeline,
  type ScannedObject,
  type ThinkingOverride,
  type WireFormat,
} from '@tollgate/gateway'
import type { Options } from '../../../options/index.ts'
import { relayError } from '../../errors/relay-error.ts'
import type { RelayCall } from '../../relay-call.ts'
import type { Envelope } from '../../request/envelope.ts'
import type { FetchMedia } from '../media/fetch-media.ts'

/** A client's request, as far as writing it for an upstream needs it. */
export interface OutgoingRequest {
  call: RelayCall
  envelope: Envelope
  /** The request in no wire format; read when the first upstream needs it. */
  canonicalRequest(): CanonicalRequest
  /** For upstreams that do not fetch what is told by its address. */
  fetchMedia: FetchMedia
  clientHeaders: Headers
  /** The whole address the client called. */
  clientUrl: string
  options: Options
}

/** How a client's request gets to a model: as it is, or in other words. */
export interface RequestStrategy {
  /** What goes over the wire. */
  format: WireFormat
  /** The format's usual path, as `ProviderCall.path` has it. */
  path(model: string): string
  /** The body is written by the gateway. */
  isConverted: boolean
  /** The upstream's own answer goes back, read along. */
  keepsAnswer: boolean
  /** @throws ApiError | ClientGone */
  write(plan: RequestPlan): UpstreamBody | Promise<UpstreamBody>
}

/** What one channel makes of a request. */
export interface RequestPlan {
  /** As the upstream knows it. */
  model: string
  /** What the model's name says of thinking. */
  thinking: ThinkingOverride | null
  setting: Readonly<ChannelSetting>
  /** The client's own body goes as it is. */
  passesBody: boolean
  /** How its streams are cut; absent: as server-sent events. */
  framing?: Framing
  /** What is wanted otherwise in a body whose members `member` tells. */
  patches(member: (name: string) => unknown, losses: Loss[]): Patches
}

/** A body for an upstream, and how the answer comes back. */
export interface UpstreamBody {
  body: Body
  /** The same, where it was scanned: the client's own with some members patched. */
  scanned?: ScannedObject
  /** What of the body its upstream must be told; absent: that it is JSON. */
  headers?: Record<string, string>
  pipeline: ResponsePipeline
  losses: Loss[]
}

/** JSON, or a form that passes. */
export type Body = string | AsyncIterable<Uint8Array>

export const patched = (text: string, patches: Patches): string =>
  Object.keys(patches).length > 0 ? patchJson(text, patches) : text

/** What cannot be said in the upstream's words is refused in the relay's. */
export function writing<Made>(write: () => Made): Made {
  try {
    return write()
  } catch (error) {
    if (error instanceof RequestRefused) throw relayError('ask_refused', { reason: error.message })
    throw error
  }
}

/** Whether a client that wants a stream wants it as one JSON array. */
export const streamsJson = ({ address }: RelayCall): boolean => address?.asksForEvents === false

/** The operator may set it for a model by the client's name or the upstream's. */
export function defaultMaxTokens(options: Options, ...names: string[]): number {
  const byModel = options.get('claude.default_max_tokens')
  const own = names.find(name => Object.hasOwn(byModel, name)) ?? 'default'
  return byModel[own] ?? DEFAULT_MAX_TOKENS
}

const DEFAULT_MAX_TOKENS = 8_192
