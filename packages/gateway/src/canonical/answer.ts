import type { LossReason } from '@tollgate/contract'
import type { UpstreamError } from '../errors/upstream-error.ts'
import type { Citation, Native, OpaquePart, Part, TokenLogprob } from './parts.ts'
import type { Signature } from './signature.ts'
import type { Usage } from './usage.ts'

/**
 * An answer is its events, streamed or whole:
 * `start`, then parts (`open`, any of `delta`, `signature`, `cite`, then `close`) mixed with `opaque` and `usage`, and
 * finally exactly one `finish` or `error`. Parts are numbered from 0 in the order they open; several may be open at
 * once. `grammar.ts` checks it.
 */
export type AnswerEvent =
  | StartEvent
  | OpenEvent
  | DeltaEvent
  | { type: 'signature'; index: number; signature: Signature }
  | { type: 'cite'; index: number; citation: Citation }
  | { type: 'close'; index: number }
  /** A whole native block, with a part number of its own. */
  | { type: 'opaque'; index: number; part: OpaquePart }
  /** Usage known so far; `finish` has the final one. */
  | { type: 'usage'; usage: Usage }
  | FinishEvent
  | { type: 'error'; error: UpstreamError }

export interface StartEvent {
  type: 'start'
  /** Empty if the upstream gives none. */
  id: string
  /** The upstream's name for it. */
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
  /** The signature only if it is known at once; otherwise it follows as an event. */
  | { type: 'tool-call'; id: string; name: string; custom?: true; signature?: Signature; native?: Native }
  | { type: 'media'; kind: 'image' | 'audio' | 'video' | 'file'; mime: string | null; url?: string; id?: string }

export interface DeltaEvent {
  type: 'delta'
  index: number
  /** Text of a text or reasoning part, arguments of a tool call, base64 of a media part. */
  text: string
  /** The words spoken in this piece of audio. */
  transcript?: string
  logprobs?: TokenLogprob[]
}

export interface FinishEvent {
  type: 'finish'
  reason: FinishReason
  /** The sequence that matched, if `reason` is `stop` and the upstream names it. */
  stopSequence?: string
  /** null: the upstream reported none. */
  usage: Usage | null
  /** How the second and further answers ended, if several were requested. */
  otherReasons?: FinishReason[]
  /** Facts that the upstream reported too late for the stream; absent: none. */
  lost?: { what: string; why: LossReason }
}

/** `pause`: a server-run tool needs another round. */
export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'refusal' | 'pause'

/** A whole answer, gathered from its events. */
export interface Answer {
  start: StartEvent
  /** Of the first choice; `others` holds the rest. */
  parts: Part[]
  others: Part[][]
  finish: FinishEvent | null
  error: UpstreamError | null
}
