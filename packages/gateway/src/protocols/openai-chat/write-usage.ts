import { inputTotal, outputTotal, type Usage } from '../../canonical/usage.ts'
import type { JsonObject } from '../../raw/json.ts'
import { writeToolRequests } from '../../usage/tool-requests.ts'

/** Cached, written, audio and image tokens count inside the prompt. */
export function writeUsage(usage: Usage): JsonObject {
  const prompt = inputTotal(usage)
  const completion = outputTotal(usage)
  const written = usage.cacheWrite5m + usage.cacheWrite1h
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      audio_tokens: usage.audioInput,
      ...(written > 0 && { cache_write_tokens: written }),
      ...(usage.imageInput > 0 && { image_tokens: usage.imageInput }),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: usage.audioOutput,
      ...(usage.imageOutput > 0 && { image_tokens: usage.imageOutput }),
    },
    // OpenRouter's name for it
    ...writeToolRequests(usage.toolCalls, 'server_tool_use_details'),
  }
}
