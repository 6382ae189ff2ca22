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
import type { Options } from '../../../platform/options/index.ts'
import type { RelayCall } from '../../call/relay-call.ts'
import { relayError } from '../../call/relay-error.ts'
import type { Envelope } from '../../request/envelope.ts'
import type { WrittenBody } from '../../request/large-body/long-text.ts'
import type { Body } from '../body.ts'
import type { FetchMedia } from '../media/fetch-media.ts'

/** A client's request, with everything needed to write it for an upstream. */
export interface OutgoingRequest {
  call: RelayCall
  envelope: Envelope
  /** Returns the canonical request, parsed on first use. */
  canonicalRequest(): CanonicalRequest
  /** Returns a long body, parsed once and with other calls in between; `canonicalRequest` then reads it. */
  parsed(): Promise<unknown>
  /** Fetches media given by URL, for upstreams that take only data. */
  fetchMedia: FetchMedia
  clientHeaders: Pick<Headers, 'get'>
  /** The whole URL the client called. */
  clientUrl: string
  options: Options
}

/** A way to get a client's request to a model: patched, rewritten or converted. */
export interface RequestStrategy {
  /** The format sent over the wire. */
  format: WireFormat
  /** The format's usual path, like `ProviderCall.path`. */
  path(model: string): string
  /** The gateway writes the body. */
  isConverted: boolean
  /** The upstream's own answer is passed on, only observed. */
  keepsAnswer: boolean
  /** @throws ApiError | ClientGone */
  write(plan: RequestPlan): UpstreamBody | Promise<UpstreamBody>
}

/** What one channel changes in a request. */
export interface RequestPlan {
  /** The upstream's name of it. */
  model: string
  /** The reasoning settings chosen by the model's name; null: none. */
  thinking: ThinkingOverride | null
  setting: Readonly<ChannelSetting>
  /** The client's own body is sent without changes. */
  passesBody: boolean
  /** The framing of its streams; absent: server-sent events. */
  framing?: Framing
  /** Returns the patches for a body whose members `member` reads. */
  patches(member: (name: string) => unknown, losses: Loss[]): Patches
}

/** A body for an upstream, and how its response is processed. */
export interface UpstreamBody {
  body: Body
  /** The scanned body, if it is the client's own with some members patched. */
  scanned?: ScannedObject
  /** The body as a thread wrote and read it. Absent: it is short, or unchanged. */
  inspected?: WrittenBody | undefined
  /** The headers that describe the body; absent: it is JSON. */
  headers?: Record<string, string>
  pipeline: ResponsePipeline
  losses: Loss[]
}

/** Applies patches to a JSON text. */
export const patched = (text: string, patches: Patches): string =>
  Object.keys(patches).length > 0 ? patchJson(text, patches) : text

/** Runs a writer; a request it refuses becomes an ApiError. */
export function withRelayErrors<Result>(write: () => Result): Result {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    throw error.detail === 'thread_unsupported_request'
      ? relayError('thread_unsupported_request')
      : relayError('ask_refused', { reason: error.message })
  }
}

/** Whether the client wants its stream as one JSON array. */
export const streamsJson = ({ address }: RelayCall): boolean => address?.asksForEvents === false
