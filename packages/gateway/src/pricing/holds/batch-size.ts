import { noUsage, type Usage } from '../../canonical/usage.ts'
import { countOf } from '../../protocols/common/output-limit.ts'
import type { WireFormat } from '../../protocols/index.ts'
import { estimateInput } from '../../usage/estimate-input.ts'
import { charge, type PriceTerms } from '../charge.ts'
import { atDearest } from '../document/dearest.ts'
import type { InputFacts } from '../leaf-facts.ts'
import type { ModelLimits } from '../model-limits.ts'
import { type CallPrice, type Price, ratiosFor } from '../price.ts'
import { dearestOutput, mayDrawOrSpeak, mostToolCalls } from './hold-cost.ts'
import { factsIn, mostInput } from './most-input.ts'
import { longestAnswer, outputLimitOf } from './output-limits.ts'

/** The most that a batch's requests can consume, before pricing: sums of tokens, by how they may be billed. */
export interface BatchSize {
  requests: number
  /** The number of answers or images that a price per call multiplies. */
  answers: number
  text: number
  /** Text that may be cached for five minutes, or for an hour. */
  cached5m: number
  cached1h: number
  images: number
  sounds: number
  output: number
  /** Output that may be images or sound. */
  dearOutput: number
  /** Calls of tools that the upstream bills. */
  tools: Record<string, number>
  /** The input of the longest request. */
  longest: number
  /** The estimated input of all requests, for results whose host counts none. */
  estimated: number
}

/** One request of a batch, as sent upstream. */
interface BatchRequest {
  format: WireFormat
  /** The upstream's name for it. */
  model: string
  /** The body. */
  text: string
  /** A top-level member of the body. */
  member(name: string): unknown
  /** Facts of the body, if known. */
  facts?: InputFacts | undefined
  /** Its estimated input, if known. */
  inputTokens?: number | undefined
  limits: ModelLimits
}

export const noRequests = (): BatchSize => ({
  requests: 0,
  answers: 0,
  text: 0,
  cached5m: 0,
  cached1h: 0,
  images: 0,
  sounds: 0,
  output: 0,
  dearOutput: 0,
  longest: 0,
  estimated: 0,
  tools: {},
})

/** Adds the most that one request can consume. Without its own limit, its answer is as long as the model allows. */
export function addToBatchSize(size: BatchSize, request: BatchRequest): void {
  const { format, model, text, member, limits } = request
  const { facts = factsIn(format, text) } = request
  const { tokens, imageTokens, soundTokens } = mostInput({ format, model, facts }, limits)
  size.requests += 1
  size.longest = Math.max(size.longest, tokens)
  size.estimated += request.inputTokens ?? estimateInput(text)
  size.images += imageTokens
  size.sounds += soundTokens
  size[CACHED[facts.cache]] += tokens - imageTokens - soundTokens
  for (const [tool, calls] of mostToolCalls(facts, request)) size.tools[tool] = (size.tools[tool] ?? 0) + calls

  const limit = outputLimitOf(format, model, member)
  size.answers += limit?.answers ?? countOf(member('n'))
  if (!limit) return
  const asked = limit.tokens + limit.thinking
  const each = asked === Number.POSITIVE_INFINITY ? longestAnswer(model, limits.output) : asked
  size[mayDrawOrSpeak({ model, facts }) ? 'dearOutput' : 'output'] += Math.min(each, limits.output) * limit.answers
}

const CACHED = { none: 'text', '5m': 'cached5m', '1h': 'cached1h' } as const

/** Returns the most that requests of such a size cost, each kind at the dearest price it can be billed. */
export function costOfBatch(size: BatchSize, terms: PriceTerms): number {
  const usage: Usage = { ...noUsage(), toolCalls: size.tools }
  const { price } = terms
  if (price.kind === 'call') return charge(terms, { usage, callCount: size.answers }).quota
  const held = flatPrice(price, size.longest)
  const dearer = dearerThanText(held)
  usage.input += size.text
  usage[dearer.cache ? 'cacheWrite5m' : 'input'] += size.cached5m
  usage[dearer.cache ? 'cacheWrite1h' : 'input'] += size.cached1h
  usage[dearer.image ? 'imageInput' : 'input'] += size.images
  usage[dearer.audio ? 'audioInput' : 'input'] += size.sounds
  usage.output += size.output
  usage[dearestOutput(held, 0)] += size.dearOutput
  const { quota } = charge({ ...terms, price: held }, { usage, callCount: size.answers })
  // Requests of a tier are charged together and rounded once, so at most two roundings occur.
  return quota === 0 ? 0 : quota + 1
}

/** The price of requests that are no longer than this. */
function flatPrice(price: Exclude<Price, CallPrice>, longest: number): Exclude<Price, CallPrice> {
  if (price.kind === 'document') return atDearest(price, longest)
  const { longInput, ...usual } = price
  return { ...usual, ...ratiosFor(price, longest) }
}

/** Which kinds of input cost more than text. */
function dearerThanText(price: Exclude<Price, CallPrice>): Record<'cache' | 'image' | 'audio', boolean> {
  if (price.kind === 'tokens')
    return { cache: price.cacheWriteRatio > 1, image: price.imageRatio > 1, audio: price.audioRatio > 1 }
  const dollars = price.tiers[0]?.tokens
  if (!dollars) return { cache: false, image: false, audio: false }
  const { input, cache_write_5m, cache_write_1h, image_input, audio_input } = dollars
  // An hour costs no less than five minutes.
  return {
    cache: Math.min(cache_write_5m, cache_write_1h) > input,
    image: image_input > input,
    audio: audio_input > input,
  }
}
