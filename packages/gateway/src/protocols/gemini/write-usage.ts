import { inputTotal, outputTotal, type Usage } from '../../canonical/usage.ts'
import type { JsonObject } from '../../raw/json.ts'

/** Cached tokens count inside the prompt, thoughts outside the candidates. */
export function writeUsage(usage: Usage): JsonObject {
  const prompt = inputTotal(usage)
  const output = outputTotal(usage)
  const written = usage.cacheWrite5m + usage.cacheWrite1h
  const promptDetails = modalities([
    ['AUDIO', usage.audioInput],
    ['IMAGE', usage.imageInput],
  ])
  const candidatesDetails = modalities([
    ['AUDIO', usage.audioOutput],
    ['IMAGE', usage.imageOutput],
  ])
  return {
    promptTokenCount: prompt,
    ...(usage.cacheRead > 0 && { cachedContentTokenCount: usage.cacheRead }),
    candidatesTokenCount: output - usage.reasoning,
    ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
    totalTokenCount: prompt + output,
    ...(promptDetails.length > 0 && { promptTokensDetails: promptDetails }),
    ...(candidatesDetails.length > 0 && { candidatesTokensDetails: candidatesDetails }),
    // Gemini has no fields for these two; clients ignore members they do not know
    ...(written > 0 && { cacheCreationTokenCount: written }),
    ...(Object.keys(usage.toolCalls).length > 0 && { serverToolUse: usage.toolCalls }),
  }
}

const modalities = (counts: readonly (readonly [modality: string, tokenCount: number])[]): JsonObject[] =>
  counts.flatMap(([modality, tokenCount]) => (tokenCount > 0 ? [{ modality, tokenCount }] : []))
