import type { Usage } from '../canonical/usage.ts'
import type { UpstreamError } from '../errors/upstream-error.ts'

/** What is known of an answer while it passes by, and after. */
export interface Tally {
  /** As the upstream reported it, in canonical counts; null: nothing reported so far. */
  usage: Usage | null
  /** The report covers the whole answer. Until then its output counts are only what the upstream had said so far. */
  usageIsFinal: boolean
  /** Reported counts that cannot be right (negative, text, parts larger than the whole) and were mended, by name. */
  suspect: string[]
  /** UTF-16 units of text, reasoning and tool names and arguments so far: what an estimate rests on when usage is missing. */
  outputCharacters: number
  /** Bytes of the answer so far. No honest report counts more tokens than this. */
  outputBytes: number
  /** Something came that a client can use, if only a tool call or an image. */
  produced: boolean
  /** The protocol's own last word was seen: `[DONE]`, `message_stop`, `response.completed`, a Gemini finish reason. */
  finished: boolean
  /** In the upstream's own words. */
  finishReason: string | null
  /** An error object inside an answer or stream that began as a success. */
  error: UpstreamError | null
  /** The model the upstream says it used. */
  model: string | null
  responseId: string | null
  serviceTier: string | null
}

export function newTally(): Tally {
  return {
    usage: null,
    usageIsFinal: false,
    suspect: [],
    outputCharacters: 0,
    outputBytes: 0,
    produced: false,
    finished: false,
    finishReason: null,
    error: null,
    model: null,
    responseId: null,
    serviceTier: null,
  }
}
