import { inputTotal, outputTotal, type Usage } from '../canonical/usage.ts'

/** What of a request and its answer a report of tokens is measured by. */
export interface Evidence {
  requestBytes: number
  /** Whether the request points at content it does not carry: files, addresses, earlier turns, tools the upstream runs. */
  pointsOutside(): boolean
  answerBytes: number
  /** The most tokens one answer may have, when the client said so. */
  maxTokens?: number | undefined
  /** How many answers were asked for. */
  choices?: number
}

export interface Belief {
  usage: Usage
  /** The counts that were cut down to what can be. */
  clamped: string[]
}

/** Instructions upstreams add to a request for tools and formats. */
const UNSEEN_INSTRUCTIONS = 16_384
/** The longest input any model takes. */
const LONGEST_INPUT = 2_097_152
/** The most an answer can hold that does not show in its bytes: hidden reasoning, sound or images behind an address. */
const LONGEST_HIDDEN_OUTPUT = 262_144
const MOST_TOOL_CALLS = 1_000

const INPUTS = ['input', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'imageInput', 'audioInput'] as const
const OUTPUTS = ['output', 'imageOutput', 'audioOutput'] as const

/**
 * A report of tokens as far as it can be believed. A token stands for at least a byte of what was sent or answered, so a
 * report far beyond those is a broken upstream's, and a user does not pay for it.
 */
export function believe(reported: Usage, evidence: Evidence): Belief {
  const usage = { ...reported, toolCalls: { ...reported.toolCalls } }
  const clamped: string[] = []

  const visibleInput = evidence.requestBytes + UNSEEN_INSTRUCTIONS
  if (inputTotal(usage) > visibleInput) {
    const most = evidence.pointsOutside() ? evidence.requestBytes + LONGEST_INPUT : visibleInput
    clamped.push(...cutDown(usage, INPUTS, most))
  }
  if (outputTotal(usage) > evidence.answerBytes) {
    const hidden = Math.min(evidence.maxTokens ?? LONGEST_HIDDEN_OUTPUT, LONGEST_HIDDEN_OUTPUT)
    clamped.push(...cutDown(usage, OUTPUTS, evidence.answerBytes + hidden * (evidence.choices ?? 1)))
    usage.reasoning = Math.min(usage.reasoning, usage.output)
  }
  for (const [tool, count] of Object.entries(usage.toolCalls)) {
    if (count <= MOST_TOOL_CALLS) continue
    usage.toolCalls[tool] = MOST_TOOL_CALLS
    clamped.push(tool)
  }
  return { usage, clamped }
}

/** Cuts counts down, the first that do not fit any more, until together they are at most so many. */
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

const POINTERS = ['previous_response_id', 'conversation', 'container', 'mcp_servers', 'url', 'image_url', 'file_id']
const GEMINI_POINTERS = ['file_url', 'fileUri', 'file_uri', 'cachedContent', 'cached_content', 'googleSearch']
const TOOLS = 'web_|file_search|code_|computer|mcp|image_generation|tool_search'
// a member's name, a prompt kept upstream, or a tool's type; within text of the user's own the quotes are escaped
const OUTSIDE = new RegExp(
  `"(?:${[...POINTERS, ...GEMINI_POINTERS].join('|')})"|"prompt"\\s*:\\s*{|"type"\\s*:\\s*"(?:${TOOLS})`,
)

/** Whether a request's text points at content it does not carry. Reads it whole: ask only when a report looks absurd. */
export const pointsOutside = (requestText: string): boolean => OUTSIDE.test(requestText)
