import { noUsage } from '../../canonical/usage.ts'
import { asArray, asObjects, asText, dig } from '../../raw/json.ts'
import { openReport, type ReportedUsage } from '../../usage/report.ts'

/** Tools that the upstream runs and bills, as the gateway and Interactions name them. */
export const TOOL_NAMES = [['web_search', 'google_search']] as const

/** Reads the `usage` of an interaction, which counts cached tokens inside the input and thoughts outside the output. */
export function readInteractionUsage(raw: unknown): ReportedUsage | null {
  const report = openReport(raw)
  const input = report.count('total_input_tokens')
  const cached = report.within(input, report.count('total_cached_tokens'), 'total_cached_tokens')
  const written = report.within(
    input - cached,
    report.count('total_cache_creation_tokens'),
    'total_cache_creation_tokens',
  )
  const fresh = input - cached - written
  const audioInput = Math.min(ofModality(raw, 'input_tokens_by_modality', 'audio'), fresh)
  const imageInput = Math.min(ofModality(raw, 'input_tokens_by_modality', 'image'), fresh - audioInput)
  const output = report.count('total_output_tokens')
  const thoughts = report.count('total_thought_tokens')
  const audioOutput = Math.min(ofModality(raw, 'output_tokens_by_modality', 'audio'), output)
  const imageOutput = Math.min(ofModality(raw, 'output_tokens_by_modality', 'image'), output - audioOutput)
  return report.close({
    ...noUsage(),
    input: fresh - audioInput - imageInput + report.count('total_tool_use_tokens'),
    cacheRead: cached,
    cacheWrite5m: written,
    audioInput,
    imageInput,
    output: output - audioOutput - imageOutput + thoughts,
    reasoning: thoughts,
    audioOutput,
    imageOutput,
    toolCalls: toolCallsOf(raw),
    raw,
  })
}

function ofModality(raw: unknown, list: string, modality: string): number {
  const entry = asArray(dig(raw, list)).find(item => dig(item, 'modality') === modality)
  return openReport(entry).count('tokens')
}

function toolCallsOf(raw: unknown): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const entry of asObjects(dig(raw, 'grounding_tool_count'))) {
    const type = asText(entry.type)
    if (type !== null)
      counts[TOOL_NAMES.find(([, theirs]) => theirs === type)?.[0] ?? type] = openReport(entry).count('count')
  }
  return counts
}
