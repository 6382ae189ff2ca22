import { openReport, type ReportedUsage } from './report.ts'
import { readToolCalls } from './tool-requests.ts'

// The last ones are those of transcriptions and live sessions.
const promptDetails = (count: string) => [
  `prompt_tokens_details.${count}`,
  `input_tokens_details.${count}`,
  `input_token_details.${count}`,
]
const outputDetails = (count: string) => [
  `completion_tokens_details.${count}`,
  `output_tokens_details.${count}`,
  `output_token_details.${count}`,
]

// DeepSeek, Mistral, and Moonshot or Together report the cached count elsewhere.
const cachedElsewhere = ['prompt_cache_hit_tokens', 'num_cached_tokens', 'cached_tokens']

const inputParts = {
  cacheRead: [...promptDetails('cached_tokens'), ...cachedElsewhere],
  cacheWrite5m: promptDetails('cache_write_tokens'),
  audioInput: promptDetails('audio_tokens'),
  imageInput: promptDetails('image_tokens'),
}
const outputParts = {
  audioOutput: outputDetails('audio_tokens'),
  imageOutput: outputDetails('image_tokens'),
}
const reasoningPlaces = outputDetails('reasoning_tokens')

/**
 * Reads the `usage` of OpenAI's dialects: Chat, completions and embeddings (`prompt_tokens`), Responses and images
 * (`input_tokens`). They count cached, written, audio and image tokens inside the prompt.
 */
export function readOpenAiUsage(raw: unknown): ReportedUsage | null {
  const report = openReport(raw)
  const prompt = report.count('prompt_tokens', 'input_tokens')
  const completion = report.count('completion_tokens', 'output_tokens')
  // xAI and Gemini omit reasoning from the completion count; only the total shows it.
  const unlisted = Math.max(0, report.count('total_tokens') - prompt - completion)
  const saysNoParts = prompt + completion === 0

  const input = report.divide(saysNoParts ? unlisted : prompt, inputParts)
  const output = report.divide(saysNoParts ? 0 : completion + unlisted, outputParts)
  const reasoning = Math.max(report.count(...reasoningPlaces), saysNoParts ? 0 : unlisted)

  return report.close({
    input: input.rest,
    cacheRead: input.cacheRead,
    cacheWrite5m: input.cacheWrite5m,
    cacheWrite1h: 0,
    audioInput: input.audioInput,
    imageInput: input.imageInput,
    output: output.rest,
    reasoning: report.within(output.rest, reasoning, 'reasoning_tokens'),
    audioOutput: output.audioOutput,
    imageOutput: output.imageOutput,
    toolCalls: readToolCalls(report),
    raw,
  })
}
