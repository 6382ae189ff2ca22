import { inputTotal, outputTotal, type Usage } from '../../canonical/usage.ts'
import type { JsonObject } from '../../raw/json.ts'
import { TOOL_NAMES } from './read-usage.ts'

/** Cached tokens count inside the input, thoughts outside the output. */
export function writeUsage(usage: Usage): JsonObject {
  const input = inputTotal(usage)
  const output = outputTotal(usage)
  const written = usage.cacheWrite5m + usage.cacheWrite1h
  const tools = Object.entries(usage.toolCalls).filter(([, count]) => count > 0)
  return {
    total_input_tokens: input,
    input_tokens_by_modality: modalities(input, usage.audioInput, usage.imageInput),
    total_cached_tokens: usage.cacheRead,
    total_output_tokens: output - usage.reasoning,
    output_tokens_by_modality: modalities(output - usage.reasoning, usage.audioOutput, usage.imageOutput),
    total_tool_use_tokens: 0,
    total_thought_tokens: usage.reasoning,
    total_tokens: input + output,
    ...(tools.length > 0 && { grounding_tool_count: tools.map(([name, count]) => ({ type: nameOf(name), count })) }),
    // Interactions has no field for it; clients ignore members they do not know
    ...(written > 0 && { total_cache_creation_tokens: written }),
  }
}

const nameOf = (name: string): string => TOOL_NAMES.find(([ours]) => ours === name)?.[1] ?? name

function modalities(all: number, audio: number, image: number): JsonObject[] {
  const counts = [
    ['text', all - audio - image],
    ['audio', audio],
    ['image', image],
  ] as const
  return counts.flatMap(([modality, tokens]) => (tokens > 0 ? [{ modality, tokens }] : []))
}
