import { outputTotal, type Usage } from '../canonical/usage.ts'
import type { UpstreamError } from '../errors/upstream-error.ts'

/** What is known of an answer, while it passes and afterwards. */
export interface Tally {
  /** As the upstream reported it, in canonical counts; null: nothing reported so far. */
  usage: Usage | null
  /** The report came with or after the end of the answer. An earlier report only counts the output so far. */
  usageIsFinal: boolean
  /** Impossible fields of the report (negative, text, a part larger than its whole) that were corrected. */
  suspect: string[]
  /** Calls of server-run tools so far; once usage is reported, `usage.toolCalls` has the same. */
  toolCalls: Record<string, number>
  /** Estimated tokens of the text, reasoning, tool names and arguments so far. */
  outputTokens: number
  /** Those that had passed when the upstream last counted output together with content; null: not so far. */
  countedTokens: number | null
  /** Images and sound so far; null: none. */
  media: SeenMedia | null
  /** Usage of the model's earlier rounds, if its host counts each round separately; null: this is the first. */
  earlierRounds: Usage | null
  /** Reasoning that is not a summary has passed. */
  showsReasoning: boolean
  /** The model has ended; the last event and the usage may follow. */
  isEnding: boolean
  /** Bytes of the answer so far. Honest token counts cannot exceed these, except for hidden reasoning. */
  outputBytes: number
  /** The factor for a price per call: images made, searches run, answers written; null: 1. */
  units: number | null
  /** Length of the sound so far, if the answer is sound. */
  soundSeconds: number | null
  /** Something usable has arrived, even if only a tool call or an image. */
  produced: boolean
  /** The protocol's last event was seen: `[DONE]`, `message_stop`, `response.completed`, Gemini's finish reason. */
  finished: boolean
  /** In the upstream's own words. */
  finishReason: string | null
  /** An error inside an answer or stream that began as a success. */
  error: UpstreamError | null
  /** Number of frames that were not part of the answer: errors, comments, unreadable ones. */
  asides: number
  /** The model the upstream says it used. */
  model: string | null
  /** Fingerprint of the system that served it, as the upstream names it. */
  fingerprint: string | null
  responseId: string | null
  serviceTier: string | null
}

/** Images and sound in an answer, in our estimate of tokens. */
interface SeenMedia {
  imageOutput: number
  audioOutput: number
  /** The part that had passed when the upstream last counted output covering it. */
  counted: { imageOutput: number; audioOutput: number }
}

export function newTally(): Tally {
  return {
    usage: null,
    usageIsFinal: false,
    suspect: [],
    toolCalls: {},
    outputTokens: 0,
    countedTokens: null,
    media: null,
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

/** Nothing was produced and no output was reported: such an answer is free. */
export const isEmpty = (tally: Readonly<Tally>): boolean =>
  !tally.produced && (tally.usage === null || outputTotal(tally.usage) === 0)
