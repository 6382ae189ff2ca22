import { addUsage, noUsage, type Usage } from '../../canonical/usage.ts'
import { asObjects, asText, isObject, type JsonObject } from '../../raw/json.ts'
import { openReport, type ReportedUsage } from '../../usage/report.ts'
import { readToolRequests } from '../../usage/tool-requests.ts'

/** Returns the fee for code that Anthropic ran for an answer: the answer names the container. */
export const containerBilled = ({ container }: JsonObject): Record<string, number> =>
  isObject(container) ? { code_execution: 1 } : {}

/**
 * Reads the `usage` of Anthropic's Messages, which counts cached and written tokens outside `input_tokens`, and the use
 * of compactions and advisors only in `iterations`.
 */
export function readAnthropicUsage(raw: unknown): ReportedUsage | null {
  const whole = readCounts(raw)
  const iterations = isObject(raw) ? asObjects(raw.iterations).slice(0, MOST_ITERATIONS) : []
  if (iterations.length === 0) return whole
  let sum = noUsage()
  const suspect = new Set(whole?.suspect)
  let rounds = 0
  for (const iteration of iterations) {
    const read = readCounts(iteration)
    if (!read) continue
    rounds++
    sum = addUsage(sum, read.usage)
    for (const field of read.suspect) suspect.add(field)
  }
  if (rounds === 0) return whole
  const usage: Usage = { ...(whole?.usage ?? noUsage()), raw, ...(rounds > 1 && { rounds }) }
  // Some hosts report the sum of all iterations, some only that of the messages.
  for (const count of COUNTS) usage[count] = Math.max(usage[count], sum[count])
  const fields = [...suspect]
  return { usage: fields.length > 0 ? { ...usage, suspect: fields } : usage, suspect: fields }
}

/** More than any request has. */
const MOST_ITERATIONS = 1_000

const COUNTS = ['input', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'output', 'reasoning'] as const

function readCounts(raw: unknown): ReportedUsage | null {
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

/** Returns the models of iterations by another model, an advisor. */
export function iterationModels(raw: unknown): readonly string[] {
  const iterations = isObject(raw) ? asObjects(raw.iterations) : []
  if (iterations.length === 0) return NO_MODELS
  return iterations.slice(0, MOST_ITERATIONS).flatMap(({ model }) => asText(model) ?? [])
}

const NO_MODELS: readonly string[] = []
