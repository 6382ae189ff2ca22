import type { Answer, AnswerEvent } from '../../canonical/answer.ts'
import type { HostQuirks } from '../../canonical/host-quirks.ts'
import type { CanonicalRequest } from '../../canonical/request.ts'
import type { Usage } from '../../canonical/usage.ts'
import type { Stage } from '../../raw/stage.ts'
import type { LimitTable } from './limits.ts'
import type { Loss } from './losses.ts'
import type { ParameterTable } from './parameters.ts'

/**
 * A wire format, in all it takes to talk to a provider. Every function is pure; every folder beside this file has the
 * same files, `read-` for what comes in that dialect and `write-` for what goes out.
 */
export interface UpstreamDialect {
  id: string
  /** The family whose signatures its own fields carry, where the provider does not say otherwise. */
  origin: string
  /** What becomes of every parameter. */
  parameters: ParameterTable
  /** What else it says less of than others. */
  limits: LimitTable
  /** @throws RequestRefused where leaving something out would change what was asked. */
  writeRequest(
    request: CanonicalRequest,
    context: WriteRequestContext,
  ): { body: Record<string, unknown>; losses: Loss[] }
  /** Frames into a well-formed run of events, whatever the upstream sends. */
  readStream(context?: ReadAnswerContext): AnswerReaderStage
  /** Its hosts stream every answer: one that is wanted whole is collected from the stream. Absent: they do as they are asked. */
  streamsOnly?: true
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
   * @throws RequestRefused
   */
  readRequest(body: unknown, address?: RequestAddress): CanonicalRequest
  /** Well-formed events into the text of the stream, the protocol's own end or error frame included. */
  writeStream(context: WriteAnswerContext): AnswerWriter
  /** An answer without error as a body. */
  writeWhole(answer: Answer, context: WriteAnswerContext): { body: Record<string, unknown>; losses: Loss[] }
}

/** What a request's address says, for dialects that put it there instead of into the body. */
export interface RequestAddress {
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

/** `Quirks`: what hosts of the dialect may do otherwise than its first home. */
export interface WriteRequestContext<Quirks extends HostQuirks = HostQuirks> {
  /** The upstream's name of the model. */
  model: string
  /** Whose signatures this upstream can open; absent: the dialect's own family. */
  origin?: string
  /** For dialects that demand a limit, where the client gave none. */
  defaultMaxTokens?: number
  quirks?: Quirks
}

export interface ReadAnswerContext {
  /** Whose signatures this upstream gives; absent: the dialect's own family. */
  origin?: string
  /** The client gets the answer whole, so what was said can still be taken back. */
  isCollected?: true
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
  /** Tokens of the request, for dialects that tell them first where the upstream tells them last. Absent: unknown. */
  estimatedInput?: number
  /** Whether the client of a stream asked for usage, where that is for the client to say. */
  includeUsage?: boolean
  /** What a stored response says of itself, whatever its upstream says: its id, for one. */
  stored?: Readonly<Record<string, unknown>>
  /** The search that the client has the upstream make; absent: none. */
  search?: AskedSearch
  /** The client's request as it came, for dialects whose answers repeat it. */
  asked?: Readonly<Record<string, unknown>>
}

/** A search of the web that the upstream makes: with no tools of the client's beside it, or with some. */
export type AskedSearch = 'alone' | 'beside'

export interface AnswerWriter extends Stage<AnswerEvent, string> {
  /** What could not be said so far. */
  readonly losses: Loss[]
}

/** What an upstream has told of an answer that still goes on. */
export interface SoFar {
  /** The latest report of usage as it came, another object after each; null: none. */
  report(): object | null
  usage(): Usage | null
  /** What it counted before it began to count anew. Absent: nothing. */
  earlierRounds?(): Usage | null
  /** The model has said that it ends. */
  isEnding(): boolean
}

/** Reads the frames of an answer. */
export interface AnswerReaderStage extends Stage<Frame, AnswerEvent> {
  soFar?: SoFar
}
