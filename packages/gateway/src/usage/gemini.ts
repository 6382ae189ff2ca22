import { noUsage } from '../canonical/usage.ts'
import { asArray, dig } from '../raw/json.ts'
import { openReport, type ReportedUsage } from './report.ts'

/**
 * The `usageMetadata` of Gemini. Cached tokens are counted inside the prompt, thoughts and the results of tools Google
 * runs outside prompt and candidates; audio and images stand in lists by modality.
 */
export function readGeminiUsage(raw: unknown): ReportedUsage | null {
  const report = openReport(raw)
  const prompt = report.count('promptTokenCount')
  const cached = report.within(prompt, report.count('cachedContentTokenCount'), 'cachedContentTokenCount')
  const fresh = (modality: string) =>
    Math.max(0, ofModality(raw, 'promptTokensDetails', modality) - ofModality(raw, 'cacheTokensDetails', modality))
  const audioInput = Math.min(fresh('AUDIO'), prompt - cached)
  const imageInput = Math.min(fresh('IMAGE'), prompt - cached - audioInput)

  const candidates = report.count('candidatesTokenCount', 'responseTokenCount')
  const thoughts = report.count('thoughtsTokenCount')
  const audioOutput = Math.min(ofModality(raw, 'candidatesTokensDetails', 'AUDIO'), candidates)
  const imageOutput = Math.min(ofModality(raw, 'candidatesTokensDetails', 'IMAGE'), candidates - audioOutput)

  return report.close({
    ...noUsage(),
    input: prompt - cached - audioInput - imageInput + report.count('toolUsePromptTokenCount'),
    cacheRead: cached,
    audioInput,
    imageInput,
    output: candidates - audioOutput - imageOutput + thoughts,
    reasoning: thoughts,
    audioOutput,
    imageOutput,
    raw,
  })
}

function ofModality(raw: unknown, list: string, modality: string): number {
  const entry = asArray(dig(raw, list)).find(item => dig(item, 'modality') === modality)
  return openReport(entry).count('tokenCount')
}
