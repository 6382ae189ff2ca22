import { type Answer, answerEssence, type Essence, requestEssence } from '@tollgate/gateway/laws'
import { type ClientCall, readCall } from './clients.ts'
import { dialectOf, type Exchange } from './exchanges.ts'
import type { Received } from './replaying-upstream.ts'

/** The facets that differ between the two sides. */
export interface Difference {
  before: Essence
  after: Essence
}

/**
 * Compares the client's request with the upstream's; returns nothing if the call failed, since only answers declare
 * losses. A dialect that no client speaks cannot be parsed there.
 */
export function compareAsked(
  { canonicalRequest }: ClientCall,
  { dialect }: Exchange,
  arrived: Received | null,
): Difference {
  const reader = dialectOf(dialect)
  if (!reader || !arrived) return SAME
  const before = requestEssence(canonicalRequest)
  const after = requestEssence(readCall(reader, arrived.path, arrived.body))
  // Fields that the gateway and provider add are not differences.
  const added = Object.keys(after).filter(facet => ADDABLE.test(facet) && before[facet] === undefined)
  return differenceOf(before, without(after, added))
}

/** Compares the upstream's answer with what the client read; `understood` is null if the call failed. */
export function compareAnswered(
  { canonicalRequest }: ClientCall,
  { answer }: Exchange,
  understood: Answer | null,
): Difference {
  const hasFailed = understood === null || understood.error !== null
  if (answer.error || hasFailed) return differenceOf({ fails: answer.error !== null }, { fails: hasFailed })
  const before = withoutSearches(answerEssence(answer))
  const after = withoutSearches(answerEssence(understood))
  // A converted answer has the model name the client sent, and an id even if the upstream gave none.
  const named = after.model === canonicalRequest.model ? { model: canonicalRequest.model } : {}
  // Without usage from the upstream, the gateway reports its estimate.
  const estimated = Bun.deepEquals(before.usage, NOTHING) ? { usage: after.usage } : {}
  return differenceOf({ ...before, ...named, ...estimated, ...(answer.start.id === '' && { id: after.id }) }, after)
}

/** Each dialect has its own parts for a search; the pages found are compared as citations. */
const SEARCH_PARTS: ReadonlySet<unknown> = new Set(['web_search_call', 'server_tool_use', 'web_search_tool_result'])

function withoutSearches({ opaque, ...essence }: Essence): Essence {
  const others = Array.isArray(opaque) ? opaque.filter(part => !SEARCH_PARTS.has(part)) : opaque
  return Array.isArray(others) && others.length === 0
    ? essence
    : { ...essence, ...(opaque !== undefined && { opaque: others }) }
}

const NOTHING = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, toolCalls: {} }

const ADDABLE = /^(parameter|extra) /

const SAME: Difference = { before: {}, after: {} }

function differenceOf(before: Essence, after: Essence): Difference {
  const same = Object.keys(before).filter(facet => Bun.deepEquals(before[facet], after[facet]))
  return { before: without(before, same), after: without(after, same) }
}

const without = (essence: Essence, facets: readonly string[]): Essence =>
  Object.fromEntries(Object.entries(essence).filter(([facet]) => !facets.includes(facet)))
