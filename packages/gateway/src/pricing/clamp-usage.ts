import { inputTotal, outputTotal, type Usage } from '../canonical/usage.ts'
import type { ModelLimits } from './model-limits.ts'

export interface ClampedUsage {
  usage: Usage
  /** The counts that were reduced to what is possible. */
  clamped: string[]
}

/** More calls of tools than any upstream allows for one answer. */
export const MOST_TOOL_CALLS = 1_000

const INPUTS = ['input', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'imageInput', 'audioInput'] as const
const OUTPUTS = ['output', 'imageOutput', 'audioOutput'] as const

/**
 * Returns a usage report reduced to what the model can do, and no further: the request is not considered, because users
 * must not be able to lower a count. After each call of a server-run tool a model is given all its input again.
 *
 * @param choices the number of answers requested
 */
export function clampUsage(reported: Usage, limits: ModelLimits, choices = 1): ClampedUsage {
  const usage = { ...reported, toolCalls: { ...reported.toolCalls } }
  const clamped: string[] = []

  let turns = 1
  for (const tool in usage.toolCalls) {
    const count = usage.toolCalls[tool] ?? 0
    turns += Math.min(count, MOST_TOOL_CALLS)
    if (count <= MOST_TOOL_CALLS) continue
    usage.toolCalls[tool] = MOST_TOOL_CALLS
    clamped.push(tool)
  }
  turns = Math.max(turns, Math.min(usage.rounds ?? 1, MOST_TOOL_CALLS))
  const mostInput = limits.contextWindow * turns
  const mostOutput = limits.output * choices * turns
  if (inputTotal(usage) > mostInput) clamped.push(...cutDown(usage, INPUTS, mostInput))
  if (outputTotal(usage) > mostOutput) {
    clamped.push(...cutDown(usage, OUTPUTS, mostOutput))
    usage.reasoning = Math.min(usage.reasoning, usage.output)
  }
  return { usage, clamped }
}

/** Reduces counts, from the first that does not fit, until their sum is at most this. */
function cutDown<Count extends (typeof INPUTS | typeof OUTPUTS)[number]>(
  usage: Usage,
  counts: readonly Count[],
  most: number,
): Count[] {
  let left = Math.max(0, Math.trunc(most))
  return counts.filter(count => {
    const believed = Math.min(usage[count], left)
    const isCut = believed < usage[count]
    usage[count] = believed
    left -= believed
    return isCut
  })
}
