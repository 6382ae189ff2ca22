import { noUsage } from '../../canonical/usage.ts'
import { openReport, type ReportedUsage } from '../../usage/report.ts'

/**
 * Reads the `usage` of Cohere's chat. It counts what is billed, without Cohere's own preamble; `cached_tokens` belong
 * to the prompt with the preamble and are billed like the others.
 */
export function readCohereUsage(raw: unknown): ReportedUsage | null {
  const report = openReport(raw)
  return report.close({
    ...noUsage(),
    input: report.count('billed_units.input_tokens', 'tokens.input_tokens'),
    output: report.count('billed_units.output_tokens', 'tokens.output_tokens'),
    raw,
  })
}
