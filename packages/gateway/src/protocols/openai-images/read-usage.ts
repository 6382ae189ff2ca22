import { readOpenAiUsage } from '../../usage/openai.ts'
import type { ReportedUsage } from '../../usage/report.ts'

/** Reads the `usage` of images: output counts as images unless it says otherwise. */
export function readImageUsage(raw: unknown): ReportedUsage | null {
  const reported = readOpenAiUsage(raw)
  if (!reported || reported.usage.imageOutput > 0) return reported
  const { usage } = reported
  return { ...reported, usage: { ...usage, output: 0, imageOutput: usage.output } }
}
