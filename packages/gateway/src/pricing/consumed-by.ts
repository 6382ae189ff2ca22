import type { Charged } from '@tollgate/contract'
import { addUsage, inputTotal, outputTotal, type Usage } from '../canonical/usage.ts'
import type { Consumed } from '../metering/consumed.ts'
import type { MeteredCall } from '../metering/meter.ts'
import { MEDIA_KINDS } from '../observers/media.ts'
import type { Tally } from '../observers/tally.ts'
import { type Format, protocols } from '../protocols/index.ts'
import { charge, type PriceTerms } from './charge.ts'
import { clampUsage } from './clamp-usage.ts'
import { GENEROUS, type ModelLimits } from './model-limits.ts'

/** A call that has ended. */
export interface EndedCall {
  format: Format
  call: MeteredCall
  tally: Readonly<Tally>
  /** What the model can do. */
  limits: ModelLimits
  /** The part of the prompt assumed to come from the upstream's cache if it reports nothing. Absent or null: none. */
  cachedPrompt?(): CachedPrompt | null
}

/** What is known of an upstream's cache before it reports. */
export interface CachedPrompt {
  /** Share of the prompt, 0 to 1. */
  share: number
  /** The most tokens that can come from it. */
  tokens: number
}

/** Reasoning whose end was not seen. */
export interface UnseenReasoning {
  /** How long the upstream worked. */
  seconds: number
  /** Quota reserved for the call: no estimate exceeds it. */
  held: number
}

/** What was consumed, and how the receipt names the source of the counts. */
export interface KnownConsumed extends Consumed {
  /** Absent: the upstream reported it. */
  source?: 'estimated' | 'clamped'
  /** The implausible counts. */
  suspect: string[]
  /** The share of the estimated prompt assumed to come from the upstream's cache. Absent: none. */
  cachedShare?: number
}

/** Assumed speed of hidden reasoning if only the time is known. */
export const HIDDEN_TOKENS_PER_SECOND = 50

/** Returns the consumption of a call that is charged. `free`: the counts are shown, and the caller charges nothing. */
export function consumedBy(charged: Charged, ended: EndedCall): KnownConsumed {
  const perCall = protocols[ended.format].meter.perCall?.(ended.call, ended.tally)
  const reading = READINGS[charged](ended)
  return perCall ? { ...perCall, ...reading } : reading
}

type Reading = Pick<KnownConsumed, 'usage' | 'source' | 'suspect' | 'cachedShare'>

const READINGS: Readonly<Record<Charged, (ended: EndedCall) => Reading>> = {
  reported,
  so_far: reportedAndSeen,
  seen: reportedAndSeen,
  time: reportedAndSeen,
  free: ended => (ended.tally.usageIsFinal && ended.tally.usage ? reported(ended) : reportedAndSeen(ended)),
  prompt: ended => {
    const { usage, ...how } = reportedAndSeen(ended)
    return { usage: { ...usage, output: 0, reasoning: 0, audioOutput: 0, imageOutput: 0 }, ...how }
  },
}

const limitsFor = ({ format, limits }: EndedCall): ModelLimits => (protocols[format].oneContext ? limits : GENEROUS)

/** As reported, within what is possible; if an answer has content, our counts replace zeros. */
function reported(ended: EndedCall): Reading {
  const { tally, call } = ended
  if (!tally.usage) return reportedAndSeen(ended)
  const { usage, clamped } = clampUsage(divideSeen(tally.usage, tally), limitsFor(ended), call.choices)
  const replaced = replaceNothing(usage, ended)
  if (tally.suspect.length + clamped.length + replaced.length === 0) return { usage, suspect: [] }
  const suspect = [...new Set([...tally.suspect, ...clamped, ...replaced])]
  return { usage, suspect, source: replaced.length > 0 ? 'estimated' : 'clamped' }
}

/** Fills in counts that cannot be zero and names them. */
function replaceNothing(usage: Usage, ended: EndedCall): string[] {
  if (!ended.tally.produced || !protocols[ended.format].oneContext) return []
  const replaced = fillInput(usage, ended) ? ['input'] : []
  const seen = Math.ceil(ended.tally.outputTokens)
  if (outputTotal(usage) > 0 || seen === 0) return replaced
  usage.output = seen
  return [...replaced, 'output']
}

/** Returns true if there was no input count and it has been filled in. */
function fillInput(usage: Usage, { format, call, tally }: EndedCall): boolean {
  if (inputTotal(usage) > 0) return false
  const { input, cacheRead, audioInput, imageInput } = protocols[format].meter.estimated(call, tally)
  Object.assign(usage, { input, cacheRead, audioInput, imageInput })
  return inputTotal(usage) > 0
}

/** Assumes the cached share of the conversation's last prompt, but no more tokens than were cached then. */
function withCachedShare(usage: Usage, { cachedPrompt }: EndedCall): Pick<KnownConsumed, 'usage' | 'cachedShare'> {
  const cached = usage.cacheRead === 0 ? cachedPrompt?.() : null
  if (!cached) return { usage }
  const cacheRead = Math.floor(Math.min(usage.input * cached.share, cached.tokens))
  if (cacheRead <= 0) return { usage }
  const cachedShare = Math.min(cached.share, cached.tokens / usage.input)
  return { usage: { ...usage, input: usage.input - cacheRead, cacheRead }, cachedShare }
}

/** Returns what was reported so far plus what has passed since; if nothing was reported, all of it is estimated. */
function reportedAndSeen(ended: EndedCall): Reading {
  const { format, call, tally } = ended
  const { outputTokens, toolCalls } = tally
  const reportedSoFar = tally.usage && tally.earlierRounds ? addUsage(tally.earlierRounds, tally.usage) : tally.usage
  if (!reportedSoFar) {
    const { usage: own, ...how } = withCachedShare(protocols[format].meter.estimated(call, tally), ended)
    return { usage: addSeen({ ...own, toolCalls }, tally), ...how, source: 'estimated', suspect: [...tally.suspect] }
  }
  // what passed after the last count is added
  const uncounted = tally.countedTokens ? outputTokens - tally.countedTokens : 0
  const output = Math.max(reportedSoFar.output + Math.ceil(uncounted), Math.ceil(outputTokens))
  const filled = addSeen(divideSeen({ ...reportedSoFar, output, toolCalls }, tally), tally)
  const { usage, clamped } = clampUsage(filled, limitsFor(ended), call.choices)
  // Some report the input only at the end.
  if (protocols[format].oneContext) fillInput(usage, ended)
  return { usage, source: 'estimated', suspect: [...new Set([...tally.suspect, ...clamped])] }
}

/** Charges images and sound that passed as such if the report does not divide its output. */
function divideSeen(usage: Usage, { media, outputTokens }: Readonly<Tally>): Usage {
  if (!media) return usage
  const divided = { ...usage }
  for (const kind of MEDIA_KINDS) {
    if (usage[kind] > 0) continue
    const rest = Math.max(0, divided.output - Math.max(divided.reasoning, outputTokens))
    const tokens = Math.floor(Math.min(media[kind], rest))
    divided[kind] = tokens
    divided.output -= tokens
  }
  return divided
}

/** Adds images and sound that no report covers. */
function addSeen(usage: Usage, { media }: Readonly<Tally>): Usage {
  if (!media) return usage
  const filled = { ...usage }
  for (const kind of MEDIA_KINDS) filled[kind] += Math.ceil(media[kind] - media.counted[kind])
  return filled
}

/**
 * Adds the thinking that a model may have done unseen: a fixed number of tokens per second, at most what the client
 * allowed, the model can produce and the hold pays for.
 */
export function addUnseenReasoning(
  consumed: KnownConsumed,
  { call, limits }: Pick<EndedCall, 'call' | 'limits'>,
  { seconds, held }: UnseenReasoning,
  terms: PriceTerms,
): KnownConsumed {
  const most = Math.min(call.maxTokens ?? limits.output, limits.output) * call.choices
  const guessed = Math.min(Math.ceil(seconds * HIDDEN_TOKENS_PER_SECOND), most)
  const { usage } = consumed
  const thinking = (tokens: number): KnownConsumed => ({
    ...consumed,
    usage: { ...usage, output: usage.output + tokens, reasoning: usage.reasoning + tokens },
  })
  let [affordable, tooMany] = [0, Math.max(0, guessed - usage.output) + 1]
  while (tooMany - affordable > 1) {
    const middle = Math.floor((affordable + tooMany) / 2)
    if (charge(terms, thinking(middle)).quota <= held) affordable = middle
    else tooMany = middle
  }
  return thinking(affordable)
}
