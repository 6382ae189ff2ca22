import type { Charged } from '@tollgate/contract'
import { inputTotal, outputTotal, type Usage } from '../canonical/usage.ts'
import type { Format } from '../observers/index.ts'
import type { Tally } from '../observers/tally.ts'
import { type Consumed, charge, type PriceTerms } from './charge.ts'
import { clampUsage } from './clamp-usage.ts'
import { type MeteredCall, meters } from './meters/index.ts'
import { GENEROUS, type ModelLimits } from './model-limits.ts'

/** A call as it ended. */
export interface EndedCall {
  format: Format
  call: MeteredCall
  tally: Readonly<Tally>
  /** What the model can do. */
  limits: ModelLimits
}

/** Reasoning nobody saw the end of. */
export interface UnseenReasoning {
  /** How long the upstream worked. */
  seconds: number
  /** What is set aside for the call, in quota: no estimate goes beyond it. */
  held: number
}

/** What was consumed, and what the receipt says of how that is known. */
export interface KnownConsumed extends Consumed {
  /** Absent: as the upstream reported it. */
  source?: 'estimated' | 'clamped'
  /** The counts that were not to be believed. */
  suspect: string[]
}

/** What models that reason out of sight are taken to think, where only the time is known. */
export const HIDDEN_TOKENS_PER_SECOND = 50

/** What a call consumed, as far as it is charged. `free`: what is known is shown, the caller charges nothing. */
export function consumedBy(charged: Charged, ended: EndedCall): KnownConsumed {
  const perCall = meters[ended.format].perCall?.(ended.call, ended.tally)
  return { ...perCall, ...READINGS[charged](ended) }
}

type Reading = Pick<KnownConsumed, 'usage' | 'source' | 'suspect'>

const READINGS: Readonly<Record<Charged, (ended: EndedCall) => Reading>> = {
  reported,
  so_far: bothSeen,
  seen: bothSeen,
  time: bothSeen,
  free: ended => (ended.tally.usageIsFinal && ended.tally.usage ? reported(ended) : bothSeen(ended)),
  prompt: ended => {
    const { usage, ...how } = bothSeen(ended)
    return { usage: { ...usage, output: 0, reasoning: 0, audioOutput: 0, imageOutput: 0 }, ...how }
  },
}

/** Formats whose every call is one model reading one context; elsewhere a call may carry many inputs, each with a window. */
const ONE_CONTEXT: ReadonlySet<Format> = new Set([
  'openai-chat',
  'openai-responses',
  'openai-realtime',
  'anthropic-messages',
  'gemini',
])

const limitsFor = ({ format, limits }: EndedCall): ModelLimits => (ONE_CONTEXT.has(format) ? limits : GENEROUS)

/** As reported, as far as that can be; where an answer has content, counts of nothing are replaced by ours. */
function reported(ended: EndedCall): Reading {
  const { tally, call } = ended
  if (!tally.usage) return bothSeen(ended)
  const { usage, clamped } = clampUsage(tally.usage, limitsFor(ended), call.choices)
  const replaced = replaceNothing(usage, ended)
  const suspect = [...new Set([...tally.suspect, ...clamped, ...replaced])]
  if (suspect.length === 0) return { usage, suspect }
  return { usage, suspect, source: replaced.length > 0 ? 'estimated' : 'clamped' }
}

/** Fills in what cannot be zero; names it. */
function replaceNothing(usage: Usage, ended: EndedCall): string[] {
  if (!ended.tally.produced || !ONE_CONTEXT.has(ended.format)) return []
  const replaced = fillInput(usage, ended) ? ['input'] : []
  const seen = Math.ceil(ended.tally.outputTokens)
  if (outputTotal(usage) > 0 || seen === 0) return replaced
  usage.output = seen
  return [...replaced, 'output']
}

/** True: there was no input, and now there is. */
function fillInput(usage: Usage, { format, call, tally }: EndedCall): boolean {
  if (inputTotal(usage) > 0) return false
  const { input, cacheRead, audioInput, imageInput } = meters[format].estimated(call, tally)
  Object.assign(usage, { input, cacheRead, audioInput, imageInput })
  return inputTotal(usage) > 0
}

/** What was reported so far, filled up by what was seen to pass; all of it estimated where nothing was reported. */
function bothSeen(ended: EndedCall): Reading {
  const { format, call, tally } = ended
  const { usage: told, outputTokens, toolCalls } = tally
  const own = meters[format].estimated(call, tally)
  if (!told) return { usage: { ...own, toolCalls }, source: 'estimated', suspect: [...tally.suspect] }
  const filled = { ...told, output: Math.max(told.output, Math.ceil(outputTokens)), toolCalls }
  const { usage, clamped } = clampUsage(filled, limitsFor(ended), call.choices)
  // Some count the input at the end alone.
  if (ONE_CONTEXT.has(format)) fillInput(usage, ended)
  return { usage, source: 'estimated', suspect: [...new Set([...tally.suspect, ...clamped])] }
}

/**
 * Adds what a model may have thought unseen: so many tokens for a second, no more than the client allowed and the model can,
 * and no more than what is held pays for.
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
