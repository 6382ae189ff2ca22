import { calcPrice, type ModelPrice, type PriceCalculation, type TieredPrices } from '@pydantic/genai-prices'
import type { PriceDocument, TokenDollars } from '@tollgate/contract'
import { everyKind, FREE_RATIOS, ratiosOf } from './document/token-ratios.ts'
import { listedPrice } from './listed-prices.ts'
import type { TokenPrice } from './price.ts'
import { TOOL_PRICES } from './tool-fees.ts'

/**
 * Providers to search if a name alone does not identify its seller: Bedrock's own names, makers, then hosts, because
 * many hosts sell the same model under the same name.
 */
const PROVIDERS = [
  ...[
    'aws',
    'openai',
    'anthropic',
    'google',
    'mistral',
    'cohere',
    'deepseek',
    'x-ai',
    'moonshotai',
    'zhipuai',
    'minimax',
  ],
  ...['voyageai', 'perplexity', 'azure', 'groq', 'cerebras', 'together', 'fireworks', 'cloudflare'],
  ...['huggingface_together', 'novita', 'openrouter'],
]

/** Tokens that a transcription counts per hour of sound. */
const TOKENS_PER_HOUR_OF_AUDIO = 60_000

/** Models for which an empty price in the package means free rather than unknown. */
const FREE = /:free$|moderation/

/**
 * Returns the price of a model in `@pydantic/genai-prices` at a moment, matching names as the package does, otherwise
 * its vendor's last list price; null: none. Searches thousands of patterns, so keep the result.
 */
export function defaultPrice(model: string, at: Date): TokenPrice | null {
  const document = defaultDocument(model, at)
  if (!document?.tokens) return null
  const { tokens, tiers = [], tools = {} } = document
  // The package has a price of 0 for free models.
  const ratiosIn = (prices: TokenDollars) => (prices.input === 0 ? FREE_RATIOS : ratiosOf(everyKind(prices)))
  const [long] = tiers
  return {
    kind: 'tokens',
    toolPrices: tools,
    standingCalls: standingCalls(model, tools),
    ...ratiosIn(tokens),
    ...(long && { longInput: { above: long.above, ratios: ratiosIn({ ...tokens, ...long }) } }),
  }
}

/** Returns the same price as a document; null: none. */
export function defaultDocument(model: string, at: Date): (PriceDocument & { tools: Record<string, number> }) | null {
  const prices = find(model, at)?.model_price ?? listed(model)
  if (!prices) return null
  const tools = toolsOf(prices)
  const tokens = tokensOf(prices, plain)
  if (!tokens) return FREE.test(model) ? { tokens: { input: 0, output: 0 }, tools } : null
  const above = longInputStart(prices)
  const long = above === undefined ? null : tokensOf(prices, tiered)
  return { tokens, ...(above !== undefined && long && { tiers: [{ above, ...long }] }), tools }
}

/**
 * Returns the package's context window of a model, in tokens; null: unknown. If a price for input is longer than the
 * window, the window is wrong and thus unknown.
 */
export function defaultContextWindow(model: string, at: Date): number | null {
  const found = find(model, at)
  const window = found?.model.context_window
  if (!found || !window) return null
  return (longInputStart(found.model_price) ?? 0) >= window ? null : window
}

/** Returns the kinds with a separate price in the package, which the model therefore takes or makes. */
export function pricedKinds(model: string, at: Date): { audio?: true; vision?: true } {
  const prices = find(model, at)?.model_price
  const has = (...keys: string[]) => keys.some(key => prices?.[key] !== undefined)
  return {
    ...(has('input_audio_mtok', 'output_audio_mtok', 'audio_hours') && { audio: true }),
    ...(has('input_image_mtok') && { vision: true }),
  }
}

/** The last lookup, because the same model's price, window and kinds are asked for in turn. */
let last: { model: string; at: Date; found: PriceCalculation | null } | undefined

function find(model: string, at: Date): PriceCalculation | null {
  if (last?.model !== model || last.at !== at) last = { model, at, found: search(model, at) }
  return last.found
}

function search(model: string, at: Date): PriceCalculation | null {
  for (const providerId of [undefined, ...PROVIDERS]) {
    const found = calcPrice({}, model, { timestamp: at, ...(providerId && { providerId }) })
    if (found) return found
  }
  return null
}

function listed(model: string): ModelPrice | null {
  const price = listedPrice(model)
  return price && { input_mtok: price.input, output_mtok: price.output }
}

function toolsOf(prices: ModelPrice): Record<string, number> {
  const perThousand = {
    web_search: plain(prices.web_searches_kcount),
    file_search: plain(prices.storage_searches_kcount),
    request: plain(prices.requests_kcount),
  }
  const known = Object.entries(perThousand).filter(([, price]) => price !== undefined)
  return { ...TOOL_PRICES, ...Object.fromEntries(known) }
}

const standingCalls = (model: string, tools: Readonly<Record<string, number>>): Record<string, number> => ({
  ...(tools.request !== undefined && { request: 1 }),
  // OpenAI's search models search once per answer and do not report it.
  ...(model.includes('-search-preview') && { web_search: 1 }),
})

type Entry = number | TieredPrices | undefined
const isTiered = (entry: Entry): entry is TieredPrices => typeof entry === 'object'
const plain = (entry: Entry): number | undefined => (isTiered(entry) ? entry.base : entry)
const tiered = (entry: Entry): number | undefined =>
  isTiered(entry) ? (entry.tiers.at(-1)?.price ?? entry.base) : entry

/** In the package, all prices of a model change at one input length. */
const longInputStart = (prices: ModelPrice) => Object.values(prices).find(isTiered)?.tiers.at(-1)?.start

/** The prices in the form of a document; null: nothing has a price. */
function tokensOf(prices: ModelPrice, read: (entry: Entry) => number | undefined): TokenDollars | null {
  const hour = read(prices.audio_hours)
  const input = read(prices.input_mtok) ?? (hour && (hour / TOKENS_PER_HOUR_OF_AUDIO) * 1_000_000)
  if (input === undefined) return null
  const kinds = {
    cache_read: read(prices.cache_read_mtok),
    cache_write_5m: read(prices.cache_write_mtok),
    image_input: read(prices.input_image_mtok),
    audio_input: read(prices.input_audio_mtok),
    image_output: read(prices.output_image_mtok),
    audio_output: read(prices.output_audio_mtok),
  }
  const known = Object.entries(kinds).filter(([, price]) => price !== undefined)
  return { input, output: read(prices.output_mtok) ?? 0, ...Object.fromEntries(known) }
}
