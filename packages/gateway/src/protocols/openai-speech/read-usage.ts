import { readOpenAiUsage } from '../../usage/openai.ts'
import type { ReportedUsage } from '../../usage/report.ts'

/** Returns the `usage` of speech: output is sound. */
export function readSpeechUsage(raw: unknown): ReportedUsage | null {
  const reported = readOpenAiUsage(raw)
  if (!reported || reported.usage.audioOutput > 0) return reported
  const { usage } = reported
  return { ...reported, usage: { ...usage, output: 0, audioOutput: usage.output } }
}
