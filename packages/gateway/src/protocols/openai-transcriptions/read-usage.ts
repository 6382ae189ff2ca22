import { noUsage } from '../../canonical/usage.ts'
import { transcriptionTokens } from '../../metering/sound-tokens.ts'
import { asNumber, dig } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'
import type { ReportedUsage } from '../../usage/report.ts'

/** Reads the `usage` of transcriptions: tokens, or the seconds of sound processed, which are converted to tokens. */
export function readTranscriptionUsage(raw: unknown): ReportedUsage | null {
  const seconds = asNumber(dig(raw, 'seconds') ?? dig(raw, 'duration'))
  if (!(seconds > 0)) return readOpenAiUsage(raw)
  return { usage: { ...noUsage(), audioInput: transcriptionTokens(seconds), raw }, suspect: [] }
}
