import { asDouble } from '../../canonical/exact-json.ts'
import { inputTotal, noUsage, type Usage } from '../../canonical/usage.ts'
import type { Consumed } from '../../metering/consumed.ts'
import type { MeteredCall } from '../../metering/meter.ts'
import { BILLED_TOOLS } from '../../protocols/common/input-size.ts'
import { type Format, protocols, type WireFormat } from '../../protocols/index.ts'
import type { Patches } from '../../raw/patch-json.ts'
import { charge, type PriceTerms } from '../charge.ts'
import { atDearest, dearestInput, quotaPerToken } from '../document/dearest.ts'
import { type HidesReasoning, hiddenReasoning } from '../hidden-reasoning.ts'
import type { InputFacts } from '../input-facts.ts'
import type { ModelLimits } from '../model-limits.ts'
import { type CallPrice, type Price, ratiosFor, type TokenPrice } from '../price.ts'
import { factsIn, type MostInput, mostInput } from './most-input.ts'
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
  /** The client's request, for meters that measure by what was asked. */
  asked: MeteredCall
  /** The client's format. */
  askedFormat: Format
  /** Facts of the body's text, if already known. */
  facts?: InputFacts | undefined
  limits: ModelLimits
}

/** What to reserve for a request, and how to make it cost less. Output is in tokens of all answers together. */
export interface HoldPlan {
  /** Quota for all of the input, counted as at least `leastInput` tokens, and this much output. */
  cost(outputTokens: number, leastInput?: number): number
  /** The most the upstream may write. */
  most: number
  /** The request sets this limit itself; otherwise a longer answer is allowed. */
  isBound: boolean
  /** How many answers those tokens are for. */
  answers: number
  /** Tokens reserved at first: all of them if the answer cannot be watched while it is written. */
  expected: number
  /** With less than this the request is not worth sending. */
  least: number
  /** Whether the serving model may bill reasoning that its answer does not show. */
  hides: HidesReasoning
  /** Output is seen as it passes, so the hold can grow with it. */
  isSeen: boolean
  /** Output that stays hidden all the same. */
  hidden: number
  /** Visible output is estimated; it may be larger by this factor. */
  margin: number
  /** Bytes of the answer per token, at least. */
  bytesPerToken: number
  /** The limit for each answer under which no more than this is written; null: the format has no field for it. */
  limitFor(outputTokens: number): { tokens: number; patches: Patches } | null
}

/** Longer than most answers; a longer one extends its hold while it streams. */
const USUAL_ANSWER_TOKENS = 4_096
/** Estimates are within a quarter of what upstreams count. */
const MARGIN_OF_TEXT = 1.2
/** A shorter answer is of no use to anybody. */
const LEAST_ANSWER_TOKENS = 16

/** What of a request differs between conversations. */
export type SizedText = Pick<SizedRequest, 'text' | 'facts' | 'asked'>

/** Returns what a request may cost, by the fields its upstream reads. */
export const planHold = (request: SizedRequest, terms: PriceTerms): HoldPlan => prepareHold(request, terms)(request)

/** Returns the function that plans the holds of requests which differ in their conversations alone. */
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

/** Returns the plan for a request that itself tells how much its answer comes to. */
function planFixed(request: SizedRequest, terms: PriceTerms): HoldPlan {
  const { askedFormat, asked, isStream } = request
  const textTokens = mostTextOf(request)
  const consumed = (leastInput: number): Consumed =>
    protocols[askedFormat].meter.most?.(asked, leastInput, textTokens) ?? {
      usage: { ...noUsage(), input: textTokens ?? Buffer.byteLength(asked.text) },
    }
  const spoken = consumed(0).usage.audioOutput
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

/** Reads the body sent upstream if it is the client's own, and otherwise what the client asked for. Forms hold no such text. */
function mostTextOf({ askedFormat, format, model, text, asked, limits, facts }: SizedRequest): number | undefined {
  if (!protocols[askedFormat].inputSize) return undefined
  const sent = format === askedFormat ? text : asked.text
  return mostInput({ model, format: askedFormat, facts: facts ?? factsIn(askedFormat, sent) }, limits).tokens
}

/** For the smallest files that speech comes in. */
const BYTES_PER_TOKEN_OF_SOUND = 64

export type OutputKind = 'output' | 'imageOutput' | 'audioOutput'

const DRAWS_OR_SPEAKS = /image|audio|tts|live|realtime/

/**
 * Returns the dearest kind an answer's tokens may be billed as: images and sound are dearer than text and do not show as they pass.
 */
function outputKind(request: Pick<Required<SizedRequest>, 'model' | 'facts'>, { price }: PriceTerms): OutputKind {
  if (price.kind === 'call' || !mayDrawOrSpeak(request)) return 'output'
  return dearestOutput(price, 0)
}

/** Returns whether an answer may hold more than text. */
export const mayDrawOrSpeak = ({ model, facts }: { model: string; facts: InputFacts }): boolean =>
  DRAWS_OR_SPEAKS.test(model) || facts.notes.includes('drawsOrSpeaks')

export function dearestOutput(price: Exclude<Price, CallPrice>, inputTokens: number): OutputKind {
  const { input: _, ...outputs } = ratesOf(price, inputTokens)
  const kinds = Object.entries(outputs) as [OutputKind, number][] // the table's own keys
  return kinds.reduce((dearest, kind) => (kind[1] > dearest[1] ? kind : dearest))[0]
}

/** How often a model may call a server-run, billed tool if the request does not say. */
const USUAL_TOOL_CALLS = 10
/** Those billed once for an answer, however often the model calls them. */
const ONCE: ReadonlySet<string> = new Set(['code_interpreter', 'code_interpreter_64g', 'google_maps', 'code_execution'])

/** Returns the most uses of billed tools that a request with such facts may be charged for. */
export const mostToolCalls = (
  facts: InputFacts,
  request: Pick<SizedRequest, 'member' | 'model'>,
): [tool: string, calls: number][] => [
  ...BILLED_TOOLS.filter(tool => facts.notes.includes(tool)).map((tool): [string, number] => [
    tool,
    ONCE.has(tool) ? 1 : mostCalls(request),
  ]),
  ...(RESEARCHES.test(request.model) ? USUAL_RESEARCH : []),
]

/** A model that searches unasked, and about twice what an answer of it takes. */
const RESEARCHES = /sonar-deep-research/
const USUAL_RESEARCH: readonly [tool: string, calls: number][] = [
  ['search_query', 40],
  ['citation_text', 40],
  ['research_reasoning', 150],
]

/** Returns the input at the dearest it can be billed. */
function inputOf(
  { model, format, limits, member }: Omit<SizedRequest, keyof SizedText>,
  facts: InputFacts,
  { price }: PriceTerms,
): Usage {
  const sized = mostInput({ model, format, facts }, limits)
  if (price.kind === 'call') return { ...noUsage(), input: sized.tokens }
  const usage =
    price.kind === 'tokens'
      ? dearestByRatios(price, sized, facts)
      : dearestInput(atDearest(price, sized.tokens), { ...sized, cache: facts.cache })
  usage.toolCalls = Object.fromEntries(mostToolCalls(facts, { member, model }))
  return usage
}

function dearestByRatios(
  price: TokenPrice,
  { tokens, imageTokens, soundTokens }: MostInput,
  { cache }: InputFacts,
): Usage {
  const usage = noUsage()
  const ratios = ratiosFor(price, tokens)
  const images = ratios.imageRatio > 1 ? imageTokens : 0
  const sounds = ratios.audioRatio > 1 ? soundTokens : 0
  usage.imageInput = images
  usage.audioInput = sounds
  usage[ratios.cacheWriteRatio > 1 ? CACHED[cache] : 'input'] = tokens - images - sounds
  return usage
}

/** Writing a cache costs more than not writing it. */
const CACHED = { none: 'input', '5m': 'cacheWrite5m', '1h': 'cacheWrite1h' } as const

const mostCalls = ({ member }: Pick<SizedRequest, 'member'>): number =>
  Math.max(1, asDouble(member('max_tool_calls')) ?? USUAL_TOOL_CALLS)

/**
 * Returns the exact price of an input, plus other tokens one by one and rounded up, because exact arithmetic is slow. Never less
 * than the charge, and hardly more.
 */
function costOf(usage: Usage, kind: OutputKind, terms: PriceTerms, callCount: number): HoldPlan['cost'] {
  const inputTokens = inputTotal(usage)
  const price = heldPrice(terms.price, inputTokens)
  const base = charge({ ...terms, price }, { usage, callCount }).quota
  if (price.kind === 'call') return () => base
  const { groupRatio, serviceFactors = {} } = terms
  const factors = [...Object.values(serviceFactors), ...Object.values(price.hour ?? {})]
  const factor = factors.reduce((product, one) => product * one, groupRatio)
  const rates = ratesOf(price, inputTokens)
  const perInput = rates.input * factor
  const perOutput = rates[kind] * factor
  return (tokens, leastInput = 0) => {
    const besides = tokens * perOutput + Math.max(0, leastInput - usage.input) * perInput
    return besides === 0 ? base : base + Math.ceil(besides) + 1
  }
}

/** The price by which an input of up to so many tokens is held for. */
const heldPrice = (price: Price, inputTokens: number): Price =>
  price.kind === 'document' ? atDearest(price, inputTokens) : price

/** Quota for a token of fresh input, and of each kind of output. */
function ratesOf(price: Exclude<Price, CallPrice>, inputTokens: number): Record<'input' | OutputKind, number> {
  if (price.kind === 'document') return quotaPerToken(atDearest(price, inputTokens))
  const ratios = ratiosFor(price, inputTokens)
  const { modelRatio } = ratios
  return {
    input: modelRatio,
    output: modelRatio * ratios.completionRatio,
    imageOutput: modelRatio * ratios.imageRatio * ratios.imageCompletionRatio,
    audioOutput: modelRatio * ratios.audioRatio * ratios.audioCompletionRatio,
  }
}

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
