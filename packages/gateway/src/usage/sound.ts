import { noUsage } from '../canonical/usage.ts'
import { transcriptionTokens } from '../pricing/sound-tokens.ts'
import { dig } from '../raw/json.ts'
import { readOpenAiUsage } from './openai.ts'
import type { ReportedUsage } from './report.ts'

/** The `usage` of speech: what comes out is sound. */
export function readSpeechUsage(raw: unknown): ReportedUsage | null {
  const reported = readOpenAiUsage(raw)
  if (!reported || reported.usage.audioOutput > 0) return reported
  const { usage } = reported
  return { ...reported, usage: { ...usage, output: 0, audioOutput: usage.output } }
}

/** The `usage` of transcriptions: tokens, or the seconds of sound that were heard, which stand for tokens. */
export function readTranscriptionUsage(raw: unknown): ReportedUsage | null {
  const seconds = Number(dig(raw, 'seconds') ?? dig(raw, 'duration'))
  if (!(seconds > 0)) return readOpenAiUsage(raw)
  return { usage: { ...noUsage(), audioInput: transcriptionTokens(seconds), raw }, suspect: [] }
}
