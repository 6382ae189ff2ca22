import { outputTotal, type Usage } from '../canonical/usage.ts'
import type { UpstreamError } from '../errors/upstream-error.ts'

/** What is known of an answer while it passes by, and after. */
export interface Tally {
  /** As the upstream reported it, in canonical counts; null: nothing reported so far. */
  usage: Usage | null
  /** The report came with or after the end of the answer. Before, its output count is only what had been said so far. */
  usageIsFinal: boolean
  /** Fields of the report that could not be right (negative, text, a part larger than its whole) and were mended. */
  suspect: string[]
  /** Calls of tools the upstream runs itself, seen so far; once usage is reported, `usage.toolCalls` says the same. */
  toolCalls: Record<string, number>
  /** What text, reasoning, tool names and arguments so far come to, estimated. */
  outputTokens: number
  /** Of them, what had passed when the upstream last counted its output along with content; null: it did not so far. */
  countedTokens: number | null
  /** What rounds of the model counted before the one that is under way, where its host counts each anew; null: it is the first. */
  earlierRounds: Usage | null
  /** Reasoning has passed that is no summary. */
  showsReasoning: boolean
  /** The model has said that it ends; its last word and its usage may follow. */
  isEnding: boolean
  /** Bytes of the answer so far. Tokens that are not hidden reasoning cannot honestly be more than these. */
  outputBytes: number
  /** What a price by call is multiplied by: images made, searches run; null: a call is a call. */
  units: number | null
  /** Length of the sound that came so far, where the answer is sound itself. */
  soundSeconds: number | null
  /** Something came that a client can use, if only a tool call or an image. */
  produced: boolean
  /** The protocol's own last word was seen: `[DONE]`, `message_stop`, `response.completed`, Gemini's finish reason. */
  finished: boolean
  /** In the upstream's own words. */
  finishReason: string | null
  /** An error inside an answer or stream that began as a success. */
  error: UpstreamError | null
  /** Frames so far that were no part of the answer: errors, comments, what cannot be read. */
  asides: number
  /** The model the upstream says it used. */
  model: string | null
  /** Of the system that served it, as the upstream names it. */
  fingerprint: string | null
  responseId: string | null
  serviceTier: string | null
}

export function newTally(): Tally {
  return {
    usage: null,
    usageIsFinal: false,
    suspect: [],
    toolCalls: {},
    outputTokens: 0,
    countedTokens: null,
    earlierRounds: null,
    showsReasoning: false,
    isEnding: false,
    outputBytes: 0,
    units: null,
    soundSeconds: null,
    produced: false,
    finished: false,
    finishReason: null,
    error: null,
    asides: 0,
    model: null,
    fingerprint: null,
    responseId: null,
    serviceTier: null,
  }
}

/** Nothing was produced and no output reported: such an answer is free. */
export const isEmpty = (tally: Readonly<Tally>): boolean =>
  !tally.produced && (tally.usage === null || outputTotal(tally.usage) === 0)
