import { inputTotal, noUsage } from '../../canonical/usage.ts'
import type { Consumed } from '../../metering/consumed.ts'
import type { MeteredCall } from '../../metering/meter.ts'
import { type Format, protocols, type WireFormat } from '../../protocols/index.ts'
import type { Patches } from '../../raw/patch-json.ts'
import { charge, type PriceTerms } from '../charge.ts'
import { type HidesReasoning, hiddenReasoning } from '../hidden-reasoning.ts'
import type { InputFacts } from '../leaf-facts.ts'
import type { ModelLimits } from '../model-limits.ts'
import { type Cost, costOf, heldPrice, inputOf, outputKind } from './hold-cost.ts'
import { factsIn, mostInput } from './most-input.ts'
import { longestAnswer, outputLimitOf, thinkingBudget } from './output-limits.ts'

/** A request as sent upstream. */
export interface SizedRequest {
  format: WireFormat
  /** The upstream's name for it. */
  model: string
  /** The body; for a form, its small fields as JSON. */
  text: string
  /** A top-level member of the body. */
  member(name: string): unknown
  /** The answer is passed on as it arrives. */
  isStream: boolean
  /** The client's request, for meters that depend on it. */
  asked: MeteredCall
  /** The client's format. */
  askedFormat: Format
  /** Facts of the body's text, if already known. */
  facts?: InputFacts | undefined
  /** Facts of the client's request, if already known. */
  askedFacts?: InputFacts | undefined
  limits: ModelLimits
}

/** What to reserve for a request, and how to make it cheaper. Output is in tokens of all answers together. */
export interface HoldPlan {
  cost: Cost
  /** The most the upstream may write. */
  most: number
  /** The request sets this limit itself; otherwise a longer answer is allowed. */
  isBound: boolean
  /** The number of answers for these tokens. */
  answers: number
  /** Tokens reserved at first: all of them if the answer cannot be watched while it is written. */
  expected: number
  /** With less than this, the request is not worth sending. */
  least: number
  /** Whether the serving model may bill reasoning that its answer does not show. */
  hides: HidesReasoning
  /** Output is visible as it passes, so the hold can grow with it. */
  isSeen: boolean
  /** Output that stays hidden nevertheless. */
  hidden: number
  /** Visible output is estimated; the true count may be larger by this factor. */
  margin: number
  /** Least number of answer bytes per token. */
  bytesPerToken: number
  /** The limit for each answer that keeps the output below this; null: the format has no field for it. */
  limitFor(outputTokens: number): { tokens: number; patches: Patches } | null
}

/** Longer than most answers; a longer one extends its hold while it streams. */
const USUAL_ANSWER_TOKENS = 4_096
/** Estimates are within a quarter of what upstreams count. */
const MARGIN_OF_TEXT = 1.2
/** A shorter answer is useless. */
const LEAST_ANSWER_TOKENS = 16

/** The parts of a request that differ between conversations. */
export type SizedText = Pick<SizedRequest, 'text' | 'facts' | 'askedFacts' | 'asked'>

/** Returns what a request may cost, by the fields its upstream reads. */
export const planHold = (request: SizedRequest, terms: PriceTerms): HoldPlan => prepareHold(request, terms)(request)

/** Returns a function that plans the holds of requests that differ only in their conversations. */
export function prepareHold(
  request: Omit<SizedRequest, keyof SizedText>,
  terms: PriceTerms,
): (sized: SizedText) => HoldPlan {
  const { format, model, member } = request
  const limit = outputLimitOf(format, model, member)
  if (!limit || protocols[request.askedFormat].meter.most) return sized => planFixed({ ...request, ...sized }, terms)

  const { answers } = limit
  const asked = limit.tokens + limit.thinking
  const isBound = asked !== Number.POSITIVE_INFINITY
  const each = Math.min(asked, isBound ? request.limits.output : longest(request))
  const { hides, isOutOfSight } = hiddenReasoning(model, member)
  const thinking = Math.min(each, thinkingBudget(format, member))
  const limitFor = (outputTokens: number) => {
    if (!limit.canBeLowered || limit.thinking > 0) return null
    const tokens = Math.floor(outputTokens / answers)
    return { tokens, patches: limit.lowered(tokens) }
  }
  return ({ text, facts = factsIn(format, text) }) => {
    const otherKind = outputKind({ model, facts }, terms)
    const isHidden = otherKind !== 'output' || isOutOfSight
    const hidden = isHidden ? (otherKind === 'output' ? thinking : each) : 0
    const isSeen = request.isStream && hidden < each
    return {
      cost: costOf(inputOf(request, facts, terms), otherKind, terms, answers),
      most: each * answers,
      isBound,
      answers,
      expected: (isSeen ? Math.min(each, hidden + USUAL_ANSWER_TOKENS) : each) * answers,
      least: Math.min(each, Math.max(limit.least, LEAST_ANSWER_TOKENS)) * answers,
      hides,
      isSeen,
      hidden: hidden * answers,
      margin: MARGIN_OF_TEXT,
      bytesPerToken: 1,
      limitFor,
    }
  }
}

const longest = ({ model, limits }: Pick<SizedRequest, 'model' | 'limits'>): number =>
  longestAnswer(model, limits.output)

/** Returns the plan for a request that itself fixes how much its answer consumes. */
function planFixed(request: SizedRequest, terms: PriceTerms): HoldPlan {
  const { askedFormat, asked, isStream } = request
  const textTokens = mostTextOf(request)
  const mostWith = (leastInput: number): Consumed =>
    protocols[askedFormat].meter.most?.(asked, leastInput, textTokens) ?? {
      usage: { ...noUsage(), input: textTokens ?? Buffer.byteLength(asked.text) },
    }
  let last = { leastInput: 0, most: mostWith(0) }
  const consumed = (leastInput: number): Consumed => {
    if (last.leastInput !== leastInput) last = { leastInput, most: mostWith(leastInput) }
    return last.most
  }
  const spoken = last.most.usage.audioOutput
  const isSeen = isStream && spoken > 0
  return {
    cost(tokens, leastInput = 0) {
      const { usage, ...how } = consumed(leastInput)
      const price = heldPrice(terms.price, inputTotal(usage))
      return charge({ ...terms, price }, { ...how, usage: { ...usage, audioOutput: tokens } }).quota
    },
    most: isSeen ? Number.MAX_SAFE_INTEGER : spoken,
    isBound: true,
    answers: 1,
    expected: spoken,
    least: spoken,
    hides: 'never',
    isSeen,
    hidden: 0,
    margin: 1,
    bytesPerToken: BYTES_PER_TOKEN_OF_SOUND,
    limitFor: () => null,
  }
}

/** Reads the body sent upstream if it is the client's own, otherwise the client's request. Forms have no such text. */
function mostTextOf(request: SizedRequest): number | undefined {
  const { askedFormat, format, model, text, asked, limits, facts, askedFacts } = request
  if (!protocols[askedFormat].inputSize) return undefined
  const isOwn = format === askedFormat
  const known = (isOwn ? facts : (askedFacts ?? facts)) ?? factsIn(askedFormat, isOwn ? text : asked.text)
  return mostInput({ model, format: askedFormat, facts: known }, limits).tokens
}

/** For the smallest files of speech. */
const BYTES_PER_TOKEN_OF_SOUND = 64

/** Returns the most output for which a request, input included, costs no more than `quota`. */
export function outputFor(quota: number, { cost, most }: Pick<HoldPlan, 'cost' | 'most'>): number {
  if (cost(most) <= quota) return most
  let [enough, tooMuch] = [0, most]
  while (tooMuch - enough > 1) {
    const middle = Math.floor((enough + tooMuch) / 2)
    if (cost(middle) <= quota) enough = middle
    else tooMuch = middle
  }
  return enough
}
