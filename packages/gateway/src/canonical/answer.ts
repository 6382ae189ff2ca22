import type { UpstreamError } from '../errors/upstream-error.ts'
import type { Citation, Native, OpaquePart, Part, TokenLogprob } from './parts.ts'
import type { Signature } from './signature.ts'
import type { Usage } from './usage.ts'

/**
 * An answer is its events, streamed or whole:
 * `start`, then parts (`open`, any of `delta`, `signature`, `cite`, then `close`), `opaque` and `usage` among them, and last
 * exactly one `finish` or `error`. Parts are numbered from 0 in the order they open; several may be open at once.
 * `grammar.ts` checks it.
 */
export type AnswerEvent =
  | StartEvent
  | OpenEvent
  | DeltaEvent
  | { type: 'signature'; index: number; signature: Signature }
  | { type: 'cite'; index: number; citation: Citation }
  | { type: 'close'; index: number }
  /** A native block, whole. It takes a number of its own. */
  | { type: 'opaque'; index: number; part: OpaquePart }
  /** What is known to be used so far; the last word is in `finish`. */
  | { type: 'usage'; usage: Usage }
  | FinishEvent
  | { type: 'error'; error: UpstreamError }

export interface StartEvent {
  type: 'start'
  /** Empty where the upstream gives none. */
  id: string
  /** As the upstream calls it. */
  model: string
  /** Unix seconds. */
  created?: number
  /** In OpenAI's words. */
  serviceTier?: string
}

export interface OpenEvent {
  type: 'open'
  index: number
  part: OpenPart
  /** Which of several answers it belongs to; absent: the first. */
  choice?: number
}

/** A part as far as it is known when it opens; the rest comes in deltas. */
export type OpenPart =
  | { type: 'text'; refusal?: true; native?: Native }
  | { type: 'reasoning'; redacted?: true }
  /** The signature only when it is known at once; else it follows as an event. */
  | { type: 'tool-call'; id: string; name: string; custom?: true; signature?: Signature; native?: Native }
  | { type: 'media'; kind: 'image' | 'audio' | 'video' | 'file'; mime: string | null; url?: string; id?: string }

export interface DeltaEvent {
  type: 'delta'
  index: number
  /** Of a text or reasoning part its text, of a tool call its arguments, of a media part its base64. */
  text: string
  /** What is said in the piece of audio. */
  transcript?: string
  logprobs?: TokenLogprob[]
}

export interface FinishEvent {
  type: 'finish'
  reason: FinishReason
  /** The one that was met, when `reason` is `stop` and the upstream tells. */
  stopSequence?: string
  /** null: the upstream reported none. */
  usage: Usage | null
  /** How the second and further answers ended, when several were asked for. */
  otherReasons?: FinishReason[]
  /** What the upstream says of the answer that came too late for its stream; absent: nothing. */
  lost?: { what: string; why: string }
}

/** `pause`: a server-run tool needs another round. */
export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'refusal' | 'pause'

/** A whole answer: its events, gathered. */
export interface Answer {
  start: StartEvent
  /** Of the first choice; `others` hold the second and further. */
  parts: Part[]
  others: Part[][]
  finish: FinishEvent | null
  error: UpstreamError | null
}
