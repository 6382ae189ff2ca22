import type { Answer, AnswerEvent } from '../../canonical/answer.ts'
import type { HostQuirks } from '../../canonical/host-quirks.ts'
import type { CanonicalRequest } from '../../canonical/request.ts'
import type { Usage } from '../../canonical/usage.ts'
import type { Stage } from '../../raw/stage.ts'
import type { LimitTable } from './limits.ts'
import type { Loss } from './losses.ts'
import type { ParameterTable } from './parameters.ts'

/**
 * A wire format: everything needed to talk to a provider. All functions are pure; all folders beside this file have the
 * same files, `read-` for incoming messages in that dialect and `write-` for outgoing ones.
 */
export interface UpstreamDialect {
  id: string
  /** The family of the signatures in its own fields, unless the provider sets another. */
  origin: string
  /** What happens to each parameter. */
  parameters: ParameterTable
  /** Its other limits. */
  limits: LimitTable
  /** @throws RequestRefused if leaving something out would change the request's meaning */
  writeRequest(
    request: CanonicalRequest,
    context: WriteRequestContext,
  ): { body: Record<string, unknown>; losses: Loss[] }
  /** Turns frames into a well-formed sequence of events, whatever the upstream sends. */
  readStream(context?: ReadAnswerContext): AnswerReaderStage
  /** Its hosts always stream: a whole answer is collected from the stream. Absent: they stream on request. */
  streamsOnly?: true
  /** Reads a body that is not streamed as the same events. */
  readWhole(body: unknown, context?: ReadAnswerContext): AnswerEvent[]
}

/** A wire format that clients speak too. */
export interface Dialect extends UpstreamDialect, ClientDialect {}

/** The part of a wire format needed to talk to a client. */
export interface ClientDialect {
  limits: LimitTable
  /**
   * @param body parsed JSON, preferably from `parseExact`
   * @throws RequestRefused
   */
  readRequest(body: unknown, address?: RequestAddress): CanonicalRequest
  /** Turns well-formed events into the text of the stream, with the protocol's own end or error frame. */
  writeStream(context: WriteAnswerContext): AnswerWriter
  /** Writes an answer without error as a body. */
  writeWhole(answer: Answer, context: WriteAnswerContext): { body: Record<string, unknown>; losses: Loss[] }
}

/** The information in a request's address, for dialects without it in the body. */
export interface RequestAddress {
  /** As the client named it. */
  model: string
  stream: boolean
}

/** One message of a stream: a server-sent event or its equivalent in another framing. */
export interface Frame {
  event: string | null
  /** null: nothing to read, for example a comment. */
  data: string | null
  /** Too long to hold, so it was not read. */
  isOversized?: boolean
}

/** Splits a stream's bytes into messages. */
export type Framing = () => Stage<Uint8Array, Frame>

/** `Quirks`: how hosts of the dialect may differ from its original host. */
export interface WriteRequestContext<Quirks extends HostQuirks = HostQuirks> {
  /** The upstream's name for the model. */
  model: string
  /** The family of the signatures this upstream can open; absent: the dialect's own. */
  origin?: string
  /** For dialects that require a limit, if the client set none. */
  defaultMaxTokens?: number
  quirks?: Quirks
}

export interface ReadAnswerContext {
  /** The family of the signatures this upstream gives; absent: the dialect's own. */
  origin?: string
  /** The client gets the answer whole, so text can still be replaced. */
  isCollected?: true
}

export interface WriteAnswerContext {
  /** The client's name for the model; empty: the upstream's. */
  model?: string
  /** For upstreams that give no id. */
  id: string
  /** Quoted in an error, so that the client can ask about it. */
  requestId: string
  /** Unix seconds, for upstreams that give no time. */
  created: number
  /** Gemini: the stream is one JSON array, for clients that do not ask for server-sent events. */
  asArray?: boolean
  /** Tokens of the request, for dialects that report them first when the upstream reports them last. Absent: unknown. */
  estimatedInput?: number
  /** Whether the client of a stream requested usage, in dialects where it can. */
  includeUsage?: boolean
  /** Members of a stored response that override the upstream's, its id for example. */
  stored?: Readonly<Record<string, unknown>>
  /** The search that the client asks the upstream for; absent: none. */
  search?: AskedSearch
  /** The client's original request, for dialects whose answers repeat it. */
  asked?: Readonly<Record<string, unknown>>
}

/** A web search by the upstream: the client offers no other tools, or some. */
export type AskedSearch = 'alone' | 'beside'

export interface AnswerWriter extends Stage<AnswerEvent, string> {
  /** The losses so far. */
  readonly losses: Loss[]
}

/** What an upstream has reported about an answer in progress. */
export interface SoFar {
  /** The latest usage report as it came, a new object for each; null: none. */
  report(): object | null
  usage(): Usage | null
  /** Its counts before it restarted counting. Absent: none. */
  earlierRounds?(): Usage | null
  /** The model has ended. */
  isEnding(): boolean
}

/** Reads the frames of an answer. */
export interface AnswerReaderStage extends Stage<Frame, AnswerEvent> {
  soFar?: SoFar
}
