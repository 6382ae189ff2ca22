import { inputTotal, outputTotal, type Usage } from '../../canonical/usage.ts'
import type { JsonObject } from '../../raw/json.ts'
import { writeToolRequests } from '../../usage/tool-requests.ts'

/** Cached, written, audio and image tokens count inside the input. */
export function writeUsage(usage: Usage): JsonObject {
  const input = inputTotal(usage)
  const output = outputTotal(usage)
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
      ...(usage.audioInput > 0 && { audio_tokens: usage.audioInput }),
      ...(usage.imageInput > 0 && { image_tokens: usage.imageInput }),
    },
    output_tokens: output,
    output_tokens_details: {
      reasoning_tokens: usage.reasoning,
      ...(usage.audioOutput > 0 && { audio_tokens: usage.audioOutput }),
      ...(usage.imageOutput > 0 && { image_tokens: usage.imageOutput }),
    },
    total_tokens: input + output,
    // OpenRouter's name for it
    ...writeToolRequests(usage.toolCalls, 'server_tool_use_details'),
  }
}
