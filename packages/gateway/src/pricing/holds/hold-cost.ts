import { asDouble } from '../../canonical/exact-json.ts'
import { inputTotal, noUsage, type Usage } from '../../canonical/usage.ts'
import { BILLED_TOOLS } from '../../protocols/common/input-size.ts'
import type { WireFormat } from '../../protocols/index.ts'
import { charge, type PriceTerms } from '../charge.ts'
import { atDearest, dearestInput, quotaPerToken } from '../document/dearest.ts'
import type { InputFacts } from '../leaf-facts.ts'
import type { ModelLimits } from '../model-limits.ts'
import { type CallPrice, type Price, ratiosFor, type TokenPrice } from '../price.ts'
import { type MostInput, mostInput } from './most-input.ts'

/** Properties of a request, besides its text, that decide the most it can cost. */
interface Priced {
  format: WireFormat
  /** The upstream's name for it. */
  model: string
  /** A top-level member of the body. */
  member(name: string): unknown
  limits: ModelLimits
}

/** Quota for all of the input, counted as at least `leastInput` tokens, and this much output. */
export type Cost = (outputTokens: number, leastInput?: number) => number

export type OutputKind = 'output' | 'imageOutput' | 'audioOutput'

const DRAWS_OR_SPEAKS = /image|audio|tts|live|realtime/

/**
 * Returns the dearest kind an answer's tokens may be billed as: images and sound are dearer than text and do not show as they pass.
 */
export function outputKind(request: { model: string; facts: InputFacts }, { price }: PriceTerms): OutputKind {
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
/** Those billed once per answer, however often the model calls them. */
const ONCE: ReadonlySet<string> = new Set(['code_interpreter', 'code_interpreter_64g', 'google_maps', 'code_execution'])

/** Returns the most uses of billed tools that a request with such facts may be charged for. */
export const mostToolCalls = (facts: InputFacts, request: Pick<Priced, 'member' | 'model'>): readonly ToolCalls[] => {
  // Most requests note nothing.
  const noted = facts.notes.length === 0 ? NO_CALLS : notedCalls(facts, request)
  return RESEARCHES.test(request.model) ? [...noted, ...USUAL_RESEARCH] : noted
}

type ToolCalls = readonly [tool: string, calls: number]
const NO_CALLS: readonly ToolCalls[] = []

const notedCalls = ({ notes }: InputFacts, request: Pick<Priced, 'member'>): readonly ToolCalls[] =>
  BILLED_TOOLS.filter(tool => notes.includes(tool)).map(tool => [tool, ONCE.has(tool) ? 1 : mostCalls(request)])

/** A model that searches unasked; the counts are about twice those of a usual answer. */
const RESEARCHES = /sonar-deep-research/
const USUAL_RESEARCH: readonly ToolCalls[] = [
  ['search_query', 40],
  ['citation_text', 40],
  ['research_reasoning', 150],
]

/** Returns the input as the dearest kinds it can be billed as. */
export function inputOf({ model, format, limits, member }: Priced, facts: InputFacts, { price }: PriceTerms): Usage {
  const sized = mostInput({ model, format, facts }, limits)
  if (price.kind === 'call') return { ...noUsage(), input: sized.tokens }
  const usage =
    price.kind === 'tokens'
      ? dearestByRatios(price, sized, facts)
      : dearestInput(atDearest(price, sized.tokens), { ...sized, cache: facts.cache })
  for (const [tool, calls] of mostToolCalls(facts, { member, model })) usage.toolCalls[tool] = calls
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

const mostCalls = ({ member }: Pick<Priced, 'member'>): number =>
  Math.max(1, asDouble(member('max_tool_calls')) ?? USUAL_TOOL_CALLS)

/**
 * Returns the price of an input, calculated exactly, plus that of other tokens, each rounded up, because exact
 * arithmetic is slow. Never less than the charge, and hardly more.
 */
export function costOf(usage: Usage, kind: OutputKind, terms: PriceTerms, callCount: number): Cost {
  const inputTokens = inputTotal(usage)
  const price = heldPrice(terms.price, inputTokens)
  const base = charge(price === terms.price ? terms : { ...terms, price }, { usage, callCount }).quota
  if (price.kind === 'call') return () => base
  const factor = terms.groupRatio * productOf(terms.serviceFactors) * productOf(price.hour)
  const rates = ratesOf(price, inputTokens)
  const perInput = rates.input * factor
  const perOutput = rates[kind] * factor
  return (tokens, leastInput = 0) => {
    const besides = tokens * perOutput + Math.max(0, leastInput - usage.input) * perInput
    return besides === 0 ? base : base + Math.ceil(besides) + 1
  }
}

const productOf = (factors: Readonly<Record<string, number>> | undefined): number =>
  factors ? Object.values(factors).reduce((product, factor) => product * factor, 1) : 1

/** The price used to hold an input of up to this many tokens. */
export const heldPrice = (price: Price, inputTokens: number): Price =>
  price.kind === 'document' ? atDearest(price, inputTokens) : price

/** Quota per token of fresh input, and of each kind of output. */
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
