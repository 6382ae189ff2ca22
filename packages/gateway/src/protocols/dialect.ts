import type { Answer, AnswerEvent } from '../canonical/answer.ts'
import type { MediaPart } from '../canonical/parts.ts'
import type { CanonicalRequest, ParameterName } from '../canonical/request.ts'
import type { IdRule } from '../canonical/tool-ids.ts'
import type { Stage } from '../stage/stage.ts'
import type { LimitTable } from './limits.ts'
import type { Loss } from './losses.ts'
import type { ParameterTable } from './parameters.ts'

/**
 * A wire format, in all it takes to talk to a provider. Every function is pure; every folder beside this file has the
 * same files, `read-` for what comes in that dialect and `write-` for what goes out. Errors are in `../errors`, by the
 * dialect's id, and usage in `../usage`.
 */
export interface UpstreamDialect {
  id: string
  /** The family whose signatures its own fields carry, where the provider does not say otherwise. */
  origin: string
  /** What becomes of every parameter. */
  parameters: ParameterTable
  /** What else it says less of than others. */
  limits: LimitTable
  /** @throws AskRefused where leaving something out would change what was asked. */
  writeRequest(
    request: CanonicalRequest,
    context: WriteRequestContext,
  ): { body: Record<string, unknown>; losses: Loss[] }
  /** Frames into a well-formed run of events, whatever the upstream sends. */
  readStream(context?: ReadAnswerContext): Stage<Frame, AnswerEvent>
  /** A body that is not streamed, as the same events. */
  readWhole(body: unknown, context?: ReadAnswerContext): AnswerEvent[]
}

/** A wire format that clients speak too. */
export interface Dialect extends UpstreamDialect, ClientDialect {}

/** What of a wire format it takes to talk to a client. */
export interface ClientDialect {
  limits: LimitTable
  /**
   * `body` is parsed JSON, best by `parseExact`.
   * @throws AskRefused
   */
  readRequest(body: unknown, address?: AskAddress): CanonicalRequest
  /** Well-formed events into the text of the stream, the protocol's own end or error frame included. */
  writeStream(context: WriteAnswerContext): AnswerWriter
  /** An answer without error as a body. */
  writeWhole(answer: Answer, context: WriteAnswerContext): { body: Record<string, unknown>; losses: Loss[] }
}

/** What a request's address says, for dialects that put it there instead of into the body. */
export interface AskAddress {
  /** As the client named it. */
  model: string
  stream: boolean
}

/** One message of a stream: server-sent, or its like in another framing. */
export interface Frame {
  event: string | null
  /** null: nothing to read, a comment say. */
  data: string | null
  /** Too long to be held, so unread. */
  isOversized?: boolean
}

/** How a stream's bytes are cut into messages. */
export type Framing = () => Stage<Uint8Array, Frame>

export interface WriteRequestContext {
  /** The upstream's name of the model. */
  model: string
  /** Whose signatures this upstream can open; absent: the dialect's own family. */
  origin?: string
  /** For dialects that demand a limit, where the client gave none. */
  defaultMaxTokens?: number
  /** What this host does otherwise than its dialect's first home. */
  quirks?: HostQuirks
}

/** Oddities of hosts that speak a dialect their own way. */
export interface HostQuirks {
  /** OpenAI Chat: the limit is called `max_completion_tokens`; else `max_tokens`. */
  maxCompletionTokens?: boolean
  /**
   * How earlier reasoning goes back, as plain content, as details that carry its signature, or as thoughts among the parts of
   * a message. Default: in OpenAI Chat both, in OpenAI Responses details.
   */
  reasoningBack?: 'content' | 'details' | 'both' | 'parts' | 'none'
  /** OpenAI Chat: understands Anthropic's `cache_control` in messages and tools. */
  cacheControl?: boolean
  /** OpenAI Chat: parameters it has no word for; it would refuse the call or pass over them in silence. */
  lacks?: readonly ParameterName[]
  /** OpenAI Chat: knows no developer, only a system. */
  systemOnly?: boolean
  /** OpenAI Chat: what it demands of a tool call's id. */
  callIds?: IdRule
  /** OpenAI Chat: files by address are called `document_url`. */
  documentUrl?: boolean
  /** OpenAI Chat: refuses `stream_options`, and tells its usage unasked. */
  usageUnasked?: boolean
  /** OpenAI Chat: takes pictures as bare base64, without the head of a data URL. */
  barePictures?: boolean
  /** Kinds of media it takes as data alone; others it fetches itself where it is told their address. */
  dataOnly?: readonly MediaPart['kind'][]
  /** What it fetches itself, it fetches by `https` alone. */
  httpsOnly?: boolean
}

export interface ReadAnswerContext {
  /** Whose signatures this upstream gives; absent: the dialect's own family. */
  origin?: string
}

export interface WriteAnswerContext {
  /** As the client named it; empty: as the upstream calls it. */
  model?: string
  /** For upstreams that name no id. */
  id: string
  /** Named in an error, so that the client can ask about it. */
  requestId: string
  /** Unix seconds, for upstreams that tell no time. */
  created: number
  /** Gemini: the stream is one JSON array, for clients that ask for no server-sent events. */
  asArray?: boolean
  /** Whether the client of a stream asked for usage, where that is for the client to say. */
  includeUsage?: boolean
  /** The client's request as it came, for dialects whose answers repeat it. */
  asked?: Readonly<Record<string, unknown>>
}

export interface AnswerWriter extends Stage<AnswerEvent, string> {
  /** What could not be said so far. */
  readonly losses: Loss[]
}
