import { noUsage } from '../../canonical/usage.ts'
import { asObjects, objectOrEmpty } from '../../raw/json.ts'
import { openReport, type ReportedUsage } from '../../usage/report.ts'

/** Reads the `usage` of Bedrock's Converse, which counts cached and written tokens outside `inputTokens`. */
export function readBedrockUsage(raw: unknown): ReportedUsage | null {
  const report = openReport(raw)
  const written = report.count('cacheWriteInputTokens', 'cacheWriteInputTokenCount')
  const longLived = asObjects(objectOrEmpty(raw).cacheDetails).find(({ ttl }) => ttl === '1h')
  const written1h = report.within(written, openReport(longLived).count('inputTokens'), 'cacheDetails')
  return report.close({
    ...noUsage(),
    input: report.count('inputTokens'),
    cacheRead: report.count('cacheReadInputTokens', 'cacheReadInputTokenCount'),
    cacheWrite5m: written - written1h,
    cacheWrite1h: written1h,
    output: report.count('outputTokens'),
    raw,
  })
}
