import { mergeUsage } from '../../canonical/merge-usage.ts'
import { noUsage } from '../../canonical/usage.ts'
import { asArray, asObject, asObjects, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { openReport, type Report, type ReportedUsage } from '../../usage/report.ts'

/**
 * Reads Gemini's `usageMetadata`. It counts cached tokens inside the prompt, and thoughts and results of server-run
 * tools outside prompt and candidates; audio and images are in lists by modality. Gateways report what Gemini has no
 * field for, cache writes and tools run by other providers, in `cacheCreationTokenCount` (inside the prompt) and
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

/**
 * Merges two reports of one answer. A report whose counts add up to its own total is complete and replaces the earlier
 * one; otherwise missing counts are kept.
 */
export function mergeGeminiUsage(earlier: unknown, later: unknown): JsonObject {
  if (!isWhole(later)) return mergeUsage(earlier, later)
  const kept = Object.entries(asObject(earlier) ?? {}).filter(([name]) => !COUNTS.has(name))
  return { ...Object.fromEntries(kept), ...asObject(later) }
}

/** Returns whether a report only counts a new round of the model: after a tool that Google runs, the counts restart. */
export const startsRound = (earlier: unknown, later: unknown): boolean =>
  isWhole(later) && openReport(later).count(TOTAL) < openReport(earlier).count(TOTAL)

const TOTAL = 'totalTokenCount'
const SUMMED = ['promptTokenCount', 'thoughtsTokenCount', 'toolUsePromptTokenCount'] as const
const COUNTS: ReadonlySet<string> = new Set([
  TOTAL,
  ...SUMMED,
  'candidatesTokenCount',
  'responseTokenCount',
  'cachedContentTokenCount',
  'cacheCreationTokenCount',
])

function isWhole(raw: unknown): boolean {
  const report = openReport(raw)
  const outside = SUMMED.reduce((sum, name) => sum + report.count(name), 0)
  const total = report.count(TOTAL)
  return total > 0 && total === outside + report.count('candidatesTokenCount', 'responseTokenCount')
}

/**
 * Returns the searches that Google bills for an answer's candidates: each search for Gemini 3 and later, and one per
 * grounded answer for earlier models; and whether it is grounded with Google Maps.
 */
export function groundingBilled(candidates: readonly JsonObject[], model: string): Record<string, number> {
  const sources = candidates.map(({ groundingMetadata }) => objectOrEmpty(groundingMetadata))
  const counts = sources.map(({ webSearchQueries, groundingChunks }) => {
    const chunks = asObjects(groundingChunks)
    return { searches: asArray(webSearchQueries).length, maps: chunks.some(({ maps }) => maps) }
  })
  const searches = counts.reduce((sum, one) => sum + one.searches, 0)
  return {
    ...(searches > 0 && { web_search: /^gemini-[12]\./.test(model) ? 1 : searches }),
    ...(counts.some(({ maps }) => maps) && { google_maps: 1 }),
  }
}

function toolCallsOf(raw: unknown, report: Report): Record<string, number> {
  const names = Object.keys(asObject(dig(raw, 'serverToolUse')) ?? {})
  return Object.fromEntries(names.map(name => [name, report.count(`serverToolUse.${name}`)]))
}

function ofModality(raw: unknown, list: string, modality: string): number {
  const entry = asArray(dig(raw, list)).find(item => dig(item, 'modality') === modality)
  return openReport(entry).count('tokenCount')
}
