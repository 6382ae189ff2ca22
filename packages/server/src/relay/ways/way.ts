import type { ChannelSetting } from '@tollgate/contract'
import {
  type Ask,
  AskRefused,
  type Framing,
  type Loss,
  type Passage,
  type Patches,
  patchJson,
  type ScannedObject,
  type ThinkingWish,
  type WireFormat,
} from '@tollgate/gateway'
import type { Options } from '../../options/index.ts'
import type { FetchMedia } from '../media/fetch-media.ts'
import type { Envelope } from '../read-envelope.ts'
import { refuse } from '../refusal.ts'
import type { RelayCall } from '../relay-call.ts'

/** A client's request, as far as writing it for an upstream needs it. */
export interface Outgoing {
  call: RelayCall
  envelope: Envelope
  /** The request in no wire format; read when the first upstream needs it. */
  ask(): Ask
  /** For upstreams that do not fetch what is told by its address. */
  fetchMedia: FetchMedia
  clientHeaders: Headers
  /** The whole address the client called. */
  clientUrl: string
  options: Options
}

/** How a client's request gets to a model: as it is, or in other words. */
export interface Way {
  /** What goes over the wire. */
  format: WireFormat
  /** The format's usual path, as `ProviderCall.path` has it. */
  path(model: string): string
  /** The body is written by the gateway. */
  isConverted: boolean
  /** The upstream's own answer goes back, read along. */
  keepsAnswer: boolean
  /** @throws Refusal | ClientGone */
  write(route: Route): Written | Promise<Written>
}

/** What one channel makes of a request. */
export interface Route {
  /** As the upstream knows it. */
  model: string
  /** What the model's name says of thinking. */
  wish: ThinkingWish | null
  setting: Readonly<ChannelSetting>
  /** The client's own body goes as it is. */
  passesBody: boolean
  /** How its streams are cut; absent: as server-sent events. */
  framing?: Framing
  /** What is wanted otherwise in a body whose members `member` tells. */
  patches(member: (name: string) => unknown, losses: Loss[]): Patches
}

/** A body for an upstream, and how the answer comes back. */
export interface Written {
  body: Body
  /** What of the body its upstream must be told; absent: that it is JSON. */
  headers?: Record<string, string>
  passage: Passage
  losses: Loss[]
}

/** JSON, or a form that passes. */
export type Body = string | AsyncIterable<Uint8Array>

/** `scanned`: the same text, where it was scanned already. */
export const patched = (text: string, patches: Patches, scanned?: ScannedObject): string =>
  Object.keys(patches).length > 0 ? patchJson(scanned ?? text, patches) : text

/** What cannot be said in the upstream's words is refused in the relay's. */
export function writing<Made>(write: () => Made): Made {
  try {
    return write()
  } catch (error) {
    if (error instanceof AskRefused) throw refuse('ask_refused', { reason: error.message })
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
