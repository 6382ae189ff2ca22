import type { Signature } from './signature.ts'

/** Members of a block only its own dialect knows; `value` is an object of them. */
export interface Native {
  dialect: string
  value: Record<string, unknown>
  /** What holds it says all of it in its own words, so other dialects lose nothing. */
  isTold?: true
}

/** What turns and answers are made of. */
export type Part = TextPart | MediaPart | ReasoningPart | ToolCallPart | ToolResultPart | OpaquePart

/** The prefix up to here is worth caching. Without `ttl` the upstream's own default. */
export interface CacheMark {
  ttl?: '5m' | '1h'
}

export interface TextPart {
  type: 'text'
  text: string
  /** The model declining to answer. */
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
  /** MIME type; null where the dialect did not say. */
  mime: string | null
  /** File name or title. */
  name?: string
  /** How closely to look at an image. */
  detail?: string
  /** What is said in an audio part. */
  transcript?: string
  /** The upstream's own name of what it made, to refer to it on the next turn. */
  id?: string
  signature?: Signature
  cache?: CacheMark
  native?: Native
}

export type MediaSource =
  | { type: 'data'; base64: string }
  | { type: 'url'; url: string }
  | { type: 'text'; text: string }
  /** A file stored with a provider; nobody else can open it. */
  | { type: 'stored'; origin: string; id: string }

export interface ReasoningPart {
  type: 'reasoning'
  /** What may be shown of it; empty when only the signature may travel. */
  text: string
  signature?: Signature
  /** Withheld by its maker: the signature is all there is. */
  redacted?: true
}

export interface ToolCallPart {
  type: 'tool-call'
  id: string
  name: string
  /** JSON text of an object, kept as text so that no number is rounded; free text when `custom`. */
  arguments: string
  custom?: true
  signature?: Signature
  cache?: CacheMark
  native?: Native
}

export interface ToolResultPart {
  type: 'tool-result'
  /** Of the call it answers. */
  id: string
  name?: string
  parts: (TextPart | MediaPart | OpaquePart)[]
  isError?: true
  cache?: CacheMark
  native?: Native
}

/** A native block only its own dialect knows: a server-run tool's call or result, say. */
export interface OpaquePart {
  type: 'opaque'
  /** Id of the dialect it is written in. */
  dialect: string
  /** The block's own type name, to be named in a loss. */
  kind: string
  value: unknown
  /** The rest of the request says all of it, so other dialects lose nothing. */
  isTold?: true
}

/** Where a text comes from. */
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
