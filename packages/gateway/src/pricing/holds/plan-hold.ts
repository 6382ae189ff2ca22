import { asDouble } from '../../canonical/exact-json.ts'
import { inputTotal, noUsage, type Usage } from '../../canonical/usage.ts'
import type { Consumed } from '../../metering/consumed.ts'
import type { MeteredCall } from '../../metering/meter.ts'
import { type Format, protocols, type WireFormat } from '../../protocols/index.ts'
import type { Patches } from '../../raw/patch-json.ts'
import { charge, type PriceTerms } from '../charge.ts'
import { type HidesReasoning, hiddenReasoning } from '../hidden-reasoning.ts'
import type { InputFacts } from '../input-facts.ts'
import type { ModelLimits } from '../model-limits.ts'
import { ratiosFor, type TokenRatios } from '../price.ts'
import { factsIn, mostInput } from './most-input.ts'
import { longestAnswer, outputLimitOf, thinkingBudget } from './output-limits.ts'

/** A request as it goes upstream. */
export interface SizedRequest {
  format: WireFormat
  /** As the upstream knows it. */
  model: string
  /** The body; of a form, its small fields as JSON. */
  text: string
  /** A top-level member of it. */
  member(name: string): unknown
  /** The answer is handed on as it comes. */
  isStream: boolean
  /** As the client put it, for what is measured by what was asked. */
  asked: MeteredCall
  /** What the client calls it. */
  askedFormat: Format
  /** Of the body's text, where they are known already. */
  facts?: InputFacts | undefined
  limits: ModelLimits
}

/** What must be set aside for a request, and how it can be made to cost less. Output is told in tokens of all answers. */
export interface HoldPlan {
  /** Quota for all of the input, as so many tokens at least, and so much output. */
  cost(outputTokens: number, leastInput?: number): number
  /** The most the upstream may write. */
  most: number
  /** The request says so itself; else a longer answer breaks no word of it. */
  isBound: boolean
  /** How many answers that is. */
  answers: number
  /** What is set aside for to begin with: all of it, where it does not show while it is written. */
  expected: number
  /** For less than this it is not worth sending. */
  least: number
  /** Whether the model that serves it may bill reasoning its answer does not show. */
  hides: HidesReasoning
  /** What is written is seen as it passes, so that the hold can grow with it. */
  isSeen: boolean
  /** What of it stays out of sight all the same. */
  hidden: number
  /** What is seen of it is estimated; so much more it may be. */
  margin: number
  /** Bytes of the answer that hold a token at least. */
  bytesPerToken: number
  /** The limit of each answer under which no more than so much is written; null: there are no words for it. */
  limitFor(outputTokens: number): { tokens: number; patches: Patches } | null
}

/** Longer than most answers; a longer one extends its hold while it streams. */
const USUAL_ANSWER_TOKENS = 4_096
/** Estimates are within a quarter of what upstreams count. */
const MARGIN_OF_TEXT = 1.2
/** For less nobody would want an answer. */
const LEAST_ANSWER_TOKENS = 16

/** Returns what a request may come to, by the words of the upstream that reads it. */
export function planHold(request: SizedRequest, terms: PriceTerms): HoldPlan {
  const { format, model, member } = request
  const limit = outputLimitOf(format, model, member)
  const meter = protocols[request.askedFormat].meter
  if (!limit || meter.most) return planFixed(request, terms)

  const { answers } = limit
  const each = Math.min(
    limit.tokens,
    limit.tokens === Number.POSITIVE_INFINITY ? longest(request) : request.limits.output,
  )
  const facts = request.facts ?? factsIn(format, request.text)
  const otherKind = outputKind({ model, facts }, terms)
  const { hides, isOutOfSight } = hiddenReasoning(model, member)
  const isHidden = otherKind !== 'output' || isOutOfSight
  const hidden = isHidden ? Math.min(each, otherKind === 'output' ? thinkingBudget(format, member) : each) : 0
  const isSeen = request.isStream && hidden < each
  return {
    cost: costOf(inputOf({ ...request, facts }, terms), otherKind, terms),
    most: each * answers,
    isBound: limit.tokens !== Number.POSITIVE_INFINITY,
    answers,
    expected: (isSeen ? Math.min(each, hidden + USUAL_ANSWER_TOKENS) : each) * answers,
    least: Math.min(each, Math.max(limit.least, LEAST_ANSWER_TOKENS)) * answers,
    hides,
    isSeen,
    hidden: hidden * answers,
    margin: MARGIN_OF_TEXT,
    bytesPerToken: 1,
    limitFor(outputTokens) {
      if (!limit.canBeLowered) return null
      const tokens = Math.floor(outputTokens / answers)
      return { tokens, patches: limit.lowered(tokens) }
    },
  }
}

const longest = ({ model, limits }: SizedRequest): number => longestAnswer(model, limits.output)

/** Returns a request that itself tells how much its answer comes to. */
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
      return charge(terms, { ...how, usage: { ...usage, audioOutput: tokens } }).quota
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

/** The body that goes up tells, where it is the client's own; of any other format, what the client asked for. Forms hold no such text. */
function mostTextOf({ askedFormat, format, model, text, asked, limits, facts }: SizedRequest): number | undefined {
  if (!protocols[askedFormat].inputSize) return undefined
  const sent = format === askedFormat ? text : asked.text
  return mostInput({ model, format: askedFormat, facts: facts ?? factsIn(askedFormat, sent) }, limits).tokens
}

/** Of the smallest files speech comes in. */
const BYTES_PER_TOKEN_OF_SOUND = 64

export type OutputKind = 'output' | 'imageOutput' | 'audioOutput'

const DRAWS_OR_SPEAKS = /image|audio|tts|live|realtime/

/** Returns what an answer's tokens are billed as at most: pictures and sound are dearer than words, and do not show as they pass. */
function outputKind(request: Pick<Required<SizedRequest>, 'model' | 'facts'>, { price }: PriceTerms): OutputKind {
  if (price.kind === 'call' || !mayDrawOrSpeak(request)) return 'output'
  return dearestOutput(price)
}

/** Returns whether an answer may hold more than words. */
export const mayDrawOrSpeak = ({ model, facts }: { model: string; facts: InputFacts }): boolean =>
  DRAWS_OR_SPEAKS.test(model) || facts.notes.includes('drawsOrSpeaks')

export function dearestOutput(price: TokenRatios): OutputKind {
  const ratios = Object.entries(outputRatios(price)) as [OutputKind, number][] // the table's own keys
  return ratios.reduce((dearest, kind) => (kind[1] > dearest[1] ? kind : dearest))[0]
}

/** How often a model may call a tool its upstream runs and bills, where the request does not say. */
const USUAL_TOOL_CALLS = 10
export const BILLED_TOOLS = ['web_search', 'file_search'] as const

/** Returns the input at the dearest it can be billed. */
function inputOf(request: SizedRequest & { facts: InputFacts }, { price }: PriceTerms): Usage {
  const { facts } = request
  const { tokens, imageTokens, soundTokens } = mostInput(request, request.limits)
  const usage = noUsage()
  if (price.kind === 'call') return { ...usage, input: tokens }
  const ratios = ratiosFor(price, tokens)
  const images = ratios.imageRatio > 1 ? imageTokens : 0
  const sounds = ratios.audioRatio > 1 ? soundTokens : 0
  usage.imageInput = images
  usage.audioInput = sounds
  usage[ratios.cacheWriteRatio > 1 ? CACHED[facts.cache] : 'input'] = tokens - images - sounds
  for (const tool of BILLED_TOOLS) {
    if (price.toolPrices[tool] && facts.notes.includes(tool)) usage.toolCalls[tool] = mostCalls(request)
  }
  return usage
}

/** Writing a cache costs more than not to. */
const CACHED = { none: 'input', '5m': 'cacheWrite5m', '1h': 'cacheWrite1h' } as const

export const mostCalls = ({ member }: Pick<SizedRequest, 'member'>): number =>
  Math.max(1, asDouble(member('max_tool_calls')) ?? USUAL_TOOL_CALLS)

/**
 * Returns the price of an input exactly, of what comes besides by the token and rounded up: exact arithmetic is dear. Never less
 * than the charge, and hardly more.
 */
function costOf(usage: Usage, kind: OutputKind, terms: PriceTerms): HoldPlan['cost'] {
  const base = charge(terms, { usage }).quota
  const { price, groupRatio, serviceFactors = {} } = terms
  if (price.kind === 'call') return () => base
  const ratios = ratiosFor(price, inputTotal(usage))
  const factor = Object.values(serviceFactors).reduce((product, one) => product * one, 1)
  const perInput = ratios.modelRatio * groupRatio * factor
  const perOutput = perInput * outputRatios(ratios)[kind]
  return (tokens, leastInput = 0) => {
    const besides = tokens * perOutput + Math.max(0, leastInput - usage.input) * perInput
    return besides === 0 ? base : base + Math.ceil(besides) + 1
  }
}

const outputRatios = (ratios: TokenRatios): Record<OutputKind, number> => ({
  output: ratios.completionRatio,
  imageOutput: ratios.imageRatio * ratios.imageCompletionRatio,
  audioOutput: ratios.audioRatio * ratios.audioCompletionRatio,
})

/** Returns the most output that a request's input and it cost no more than `quota` for. */
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
