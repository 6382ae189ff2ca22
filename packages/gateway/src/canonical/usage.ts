/**
 * Tokens that one answer consumed. The counts do not overlap, whatever the upstream's convention (OpenAI counts cached
 * tokens inside the prompt, Anthropic outside); only `reasoning` is part of `output`.
 */
export interface Usage {
  /** Fresh text input, without cached, audio and image tokens. */
  input: number
  cacheRead: number
  cacheWrite5m: number
  cacheWrite1h: number
  audioInput: number
  imageInput: number
  /** Text output including reasoning, without audio and images. */
  output: number
  /** Part of `output`. */
  reasoning: number
  audioOutput: number
  imageOutput: number
  /** Calls of tools the upstream runs and bills itself, by the names `web_search` and `file_search`. */
  toolCalls: Record<string, number>
  /** How often the model got its input, if the report says so. Absent: once, and again after each tool call. */
  rounds?: number
  /** The upstream's own object, untouched. */
  raw: unknown
  /** Fields of the report that were impossible and were corrected. Absent: none. */
  suspect?: readonly string[]
}

/** About as long as upstreams keep an unused cache. */
export const CACHE_KEPT_SECONDS = 600

export function noUsage(): Usage {
  return {
    input: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    audioInput: 0,
    imageInput: 0,
    output: 0,
    reasoning: 0,
    audioOutput: 0,
    imageOutput: 0,
    toolCalls: {},
    raw: null,
  }
}

/** Returns all input tokens: the console's prompt tokens. */
export const inputTotal = (usage: Usage): number =>
  usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h + usage.audioInput + usage.imageInput

/** Returns all output tokens: the console's completion tokens. */
export const outputTotal = (usage: Usage): number => usage.output + usage.audioOutput + usage.imageOutput

/** Returns the sum of two answers' usage; the upstream's raw reports are left out. */
export function addUsage(one: Usage, other: Usage): Usage {
  const toolCalls = { ...one.toolCalls }
  for (const [name, count] of Object.entries(other.toolCalls)) toolCalls[name] = (toolCalls[name] ?? 0) + count
  return {
    input: one.input + other.input,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite5m: one.cacheWrite5m + other.cacheWrite5m,
    cacheWrite1h: one.cacheWrite1h + other.cacheWrite1h,
    audioInput: one.audioInput + other.audioInput,
    imageInput: one.imageInput + other.imageInput,
    output: one.output + other.output,
    reasoning: one.reasoning + other.reasoning,
    audioOutput: one.audioOutput + other.audioOutput,
    imageOutput: one.imageOutput + other.imageOutput,
    toolCalls,
    raw: null,
  }
}
