import { inputTotal, outputTotal } from '../canonical/usage.ts'
import type { Tally } from '../observers/tally.ts'

/** Tokens of one call as the upstream bills them and as we count them. */
export interface ComparedCounts {
  billed: number
  own: number
}

/** Billed counts that do not match the texts. */
export interface Drift {
  /** Billed tokens divided by ours. */
  ratio: number
  calls: number
}

/** The number of calls judged together. */
const BLOCK = 64
/**
 * How many of them must exceed the factor. An honest call exceeds it by chance in a few cases in a hundred (our
 * estimate is within a quarter for most texts); even at one in three, a block would be misjudged less than once in
 * 100,000.
 */
const MOST_BEYOND = 40

/** How far a count may be from ours. Requests have more text added around theirs than answers. */
const FACTORS = { input: 2.5, output: 1.6 } as const
/** In shorter texts the added text has too much weight. */
const LEAST_OWN = { input: 256, output: 32 } as const

type Direction = keyof typeof FACTORS

/**
 * Returns a test for drift in the counts of one model on one channel. Give it all calls; it answers at the end of a
 * block, with null if they do not drift. `comparable` drops counts that cannot be judged.
 */
export function makeDriftTest(direction: Direction): (counts: ComparedCounts) => Drift | null {
  const factor = FACTORS[direction]
  let calls = 0
  let above = 0
  let below = 0
  let billedSum = 0
  let ownSum = 0
  return ({ billed, own }) => {
    calls++
    billedSum += billed
    ownSum += own
    if (billed > own * factor) above++
    // In requests we count text that upstreams do not, such as member names.
    else if (direction === 'output' && billed * factor < own) below++
    if (calls < BLOCK) return null
    const drift = Math.max(above, below) >= MOST_BEYOND ? { ratio: billedSum / ownSum, calls } : null
    calls = above = below = billedSum = ownSum = 0
    return drift
  }
}

/**
 * Members to which upstreams add their own texts, that ask for thinking, or that refer to content not in the request.
 */
const ADDED_TO = new Set([
  ...['tools', 'functions', 'toolConfig', 'mcp_servers', 'plugins', 'web_search_options', 'container'],
  ...['thinking', 'reasoning', 'reasoning_effort', 'context_management', 'modalities', 'audio'],
  ...['previous_response_id', 'conversation', 'prompt', 'cachedContent', 'cached_content'],
])

/** Returns whether a request is all that its upstream reads, by the names of its members. */
export function isPlainRequest(members: readonly { name: string }[]): boolean {
  for (const { name } of members) if (ADDED_TO.has(name)) return false
  return true
}

/**
 * Returns the counts of a plain request's call that can be compared: those of text only, to which the upstream added
 * nothing.
 */
export function comparable(
  tally: Readonly<Tally>,
  ownInput: number | null,
): Partial<Record<Direction, ComparedCounts>> {
  const { usage, usageIsFinal, outputTokens, toolCalls } = tally
  if (!usage || !usageIsFinal || !tally.finished || hasAny(toolCalls) || hasAny(usage.toolCalls)) return {}
  const isText = usage.audioInput + usage.imageInput + usage.audioOutput + usage.imageOutput === 0
  if (!isText) return {}
  const output = { billed: outputTotal(usage), own: outputTokens }
  const input = { billed: inputTotal(usage), own: ownInput ?? 0 }
  const counts: Partial<Record<Direction, ComparedCounts>> = {}
  // Reasoning is mostly hidden, so it cannot be counted.
  if (usage.reasoning === 0 && output.own >= LEAST_OWN.output) counts.output = output
  if (input.own >= LEAST_OWN.input) counts.input = input
  return counts
}

function hasAny(calls: Readonly<Record<string, number>>): boolean {
  for (const name in calls) if (calls[name]) return true
  return false
}
