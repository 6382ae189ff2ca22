import { noUsage } from '../../canonical/usage.ts'
import { openReport, type ReportedUsage } from '../../usage/report.ts'
import { readToolRequests } from '../../usage/tool-requests.ts'

/** Returns the `usage` of Anthropic's Messages. Cached and written tokens are counted outside `input_tokens` there. */
export function readAnthropicUsage(raw: unknown): ReportedUsage | null {
  const report = openReport(raw)
  const output = report.count('output_tokens')
  const thinking = report.count('output_tokens_details.thinking_tokens')
  const written1h = report.count('cache_creation.ephemeral_1h_input_tokens')
  const written5m = report.count('cache_creation.ephemeral_5m_input_tokens')
  const written = Math.max(report.count('cache_creation_input_tokens'), written1h + written5m)

  return report.close({
    ...noUsage(),
    input: report.count('input_tokens'),
    cacheRead: report.count('cache_read_input_tokens'),
    cacheWrite5m: written - written1h,
    cacheWrite1h: written1h,
    output,
    reasoning: report.within(output, thinking, 'output_tokens_details.thinking_tokens'),
    toolCalls: readToolRequests(report, 'server_tool_use'),
    raw,
  })
}
