import { noUsage } from '../../canonical/usage.ts'
import { asArray, asObject, dig } from '../../raw/json.ts'
import { openReport, type Report, type ReportedUsage } from '../../usage/report.ts'

/**
 * Returns the `usageMetadata` of Gemini. Cached tokens are counted inside the prompt, thoughts and the results of tools Google
 * runs outside prompt and candidates; audio and images stand in lists by modality. What Gemini has no word for, written
 * cache and tools run by other providers, gateways tell in `cacheCreationTokenCount` (inside the prompt) and
 * `serverToolUse`.
 */
export function readGeminiUsage(raw: unknown): ReportedUsage | null {
  const report = openReport(raw)
  const prompt = report.count('promptTokenCount')
  const cached = report.within(prompt, report.count('cachedContentTokenCount'), 'cachedContentTokenCount')
  const written = report.within(prompt - cached, report.count('cacheCreationTokenCount'), 'cacheCreationTokenCount')
  const uncached = prompt - cached - written
  const fresh = (modality: string) =>
    Math.max(0, ofModality(raw, 'promptTokensDetails', modality) - ofModality(raw, 'cacheTokensDetails', modality))
  const audioInput = Math.min(fresh('AUDIO'), uncached)
  const imageInput = Math.min(fresh('IMAGE'), uncached - audioInput)

  const candidates = report.count('candidatesTokenCount', 'responseTokenCount')
  const thoughts = report.count('thoughtsTokenCount')
  const audioOutput = Math.min(ofModality(raw, 'candidatesTokensDetails', 'AUDIO'), candidates)
  const imageOutput = Math.min(ofModality(raw, 'candidatesTokensDetails', 'IMAGE'), candidates - audioOutput)

  return report.close({
    ...noUsage(),
    input: uncached - audioInput - imageInput + report.count('toolUsePromptTokenCount'),
    cacheRead: cached,
    cacheWrite5m: written,
    audioInput,
    imageInput,
    output: candidates - audioOutput - imageOutput + thoughts,
    reasoning: thoughts,
    audioOutput,
    imageOutput,
    toolCalls: toolCallsOf(raw, report),
    raw,
  })
}

/** Google bills every search of Gemini 3 and later, but a grounded answer of its forerunners once. */
export function searchesBilled(groundingMetadata: unknown, model: string): number {
  const searches = asArray(asObject(groundingMetadata)?.webSearchQueries).length
  return searches > 0 && /^gemini-[12]\./.test(model) ? 1 : searches
}

function toolCallsOf(raw: unknown, report: Report): Record<string, number> {
  const names = Object.keys(asObject(dig(raw, 'serverToolUse')) ?? {})
  return Object.fromEntries(names.map(name => [name, report.count(`serverToolUse.${name}`)]))
}

function ofModality(raw: unknown, list: string, modality: string): number {
  const entry = asArray(dig(raw, list)).find(item => dig(item, 'modality') === modality)
  return openReport(entry).count('tokenCount')
}
