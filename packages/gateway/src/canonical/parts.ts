import type { Signature } from './signature.ts'

/** Members of a block that only its own dialect knows; `value` is an object with them. */
export interface Native {
  dialect: string
  value: Record<string, unknown>
  /** The part itself expresses all of it, so other dialects lose nothing. */
  isTold?: true
}

/** The parts of turns and answers. */
export type Part = TextPart | MediaPart | ReasoningPart | ToolCallPart | ToolResultPart | OpaquePart

/** The prefix up to here should be cached. Without `ttl` the upstream's default applies. */
export interface CacheMark {
  ttl?: '5m' | '1h'
}

export interface TextPart {
  type: 'text'
  text: string
  /** The model declines to answer. */
  refusal?: true
  citations?: Citation[]
  logprobs?: TokenLogprob[]
  signature?: Signature
  cache?: CacheMark
  native?: Native
}

export interface MediaPart {
  type: 'media'
  kind: 'image' | 'audio' | 'video' | 'file'
  source: MediaSource
  /** MIME type; null: the dialect did not say. */
  mime: string | null
  /** File name or title. */
  name?: string
  /** The level of detail for an image. */
  detail?: string
  /** The words spoken in an audio part. */
  transcript?: string
  /** The upstream's own name for its output, used to refer to it on the next turn. */
  id?: string
  signature?: Signature
  cache?: CacheMark
  native?: Native
}

export type MediaSource =
  | { type: 'data'; base64: string }
  | { type: 'url'; url: string }
  | { type: 'text'; text: string }
  /** A file stored with a provider; only that provider can open it. */
  | { type: 'stored'; origin: string; id: string }

export interface ReasoningPart {
  type: 'reasoning'
  /** The text that may be shown; empty if only the signature may be sent. */
  text: string
  signature?: Signature
  /** The maker withheld the text and gave only the signature. */
  redacted?: true
}

export interface ToolCallPart {
  type: 'tool-call'
  id: string
  name: string
  /** JSON text of an object, kept as text so that no number is rounded; free text if `custom`. */
  arguments: string
  custom?: true
  signature?: Signature
  cache?: CacheMark
  native?: Native
}

export interface ToolResultPart {
  type: 'tool-result'
  /** Id of the call it answers. */
  id: string
  name?: string
  parts: (TextPart | MediaPart | OpaquePart)[]
  isError?: true
  cache?: CacheMark
  native?: Native
}

/** A native block that only its own dialect knows, for example a call of a server-run tool. */
export interface OpaquePart {
  type: 'opaque'
  /** Id of the dialect it is written in. */
  dialect: string
  /** The block's own type name, used to name a loss. */
  kind: string
  value: unknown
  /** The rest of the request says the same, so other dialects lose nothing. */
  isTold?: true
}

/** The source of a text. */
export interface Citation {
  url?: string
  title?: string
  /** The words cited. */
  quote?: string
  /** UTF-16 offsets into its text part; absent: the whole part. */
  start?: number
  end?: number
  /** As the upstream wrote it, for its own dialect. */
  native?: { dialect: string; value: unknown }
}

/** As OpenAI Chat writes them. */
export interface TokenLogprob {
  token: string
  logprob: number
  bytes?: number[] | null
  top_logprobs?: { token: string; logprob: number; bytes?: number[] | null }[]
}
