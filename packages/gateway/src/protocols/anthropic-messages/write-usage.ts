import { outputTotal, type Usage } from '../../canonical/usage.ts'
import type { JsonObject } from '../../raw/json.ts'
import { writeToolRequests } from '../../usage/tool-requests.ts'

/** Cached and written tokens are outside `input_tokens`; audio and images have no field. */
export function writeUsage(usage: Usage): JsonObject {
  return {
    input_tokens: usage.input + usage.audioInput + usage.imageInput,
    cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite5m,
      ephemeral_1h_input_tokens: usage.cacheWrite1h,
    },
    output_tokens: outputTotal(usage),
    ...(usage.reasoning > 0 && { output_tokens_details: { thinking_tokens: usage.reasoning } }),
    ...writeToolRequests(usage.toolCalls, 'server_tool_use'),
  }
}
