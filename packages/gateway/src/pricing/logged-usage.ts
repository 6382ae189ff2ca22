import type { LogOther } from '@tollgate/contract'
import { noUsage, type Usage } from '../canonical/usage.ts'

/** Returns the usage from which `charge` made the numbers of a log row, as far as they were charged. */
export function loggedUsage(other: LogOther): Usage {
  return {
    ...noUsage(),
    input: other.text_input ?? 0,
    cacheRead: other.cache_tokens ?? 0,
    cacheWrite5m: other.cache_creation_tokens_5m ?? 0,
    cacheWrite1h: other.cache_creation_tokens_1h ?? 0,
    imageInput: other.image_input ?? 0,
    audioInput: other.audio_input ?? 0,
    output: other.text_output ?? 0,
    reasoning: other.reasoning_tokens ?? 0,
    imageOutput: other.image_output ?? 0,
    audioOutput: other.audio_output ?? 0,
    toolCalls: Object.fromEntries((other.tool_calls ?? []).map(({ name, count }) => [name, count])),
  }
}
