import { DOLLARS_AT_RATIO_1, type ModelPriceDraft, type PriceDocument, type TokenDollars } from '@tollgate/contract'
import { defaultDocument, documentPrice, type Price, priceLines } from '@tollgate/gateway'
import type { Options } from '../../platform/options/index.ts'
import { draftPrices } from '../pricing/draft-prices.ts'

const MEMBERS = ['tokens', 'call', 'tools', 'source', 'note'] as const

/**
 * Returns the entries of the price options that give a model the price of a document: ratios or a fixed price if these express
 * all of the document, else the document. Entries that would override them are removed.
 */
export function entriesOfPrice(
  model: string,
  document: PriceDocument,
  options: Pick<Options, 'get'>,
): Required<ModelPriceDraft> {
  const standing = standingOf(model, options)
  const numbers = standing.isPlain ? numbersOf(model, document) : null
  if (numbers && saysAll(draftPrices(options, numbers).priceOf(model), document)) return numbers
  const tokens = document.tokens && { ...inProportion(model, document.tokens), ...document.tokens }
  const merged = { ...standing.kept, ...document, ...(tokens && { tokens }) }
  return draftOf(model, { ModelPrices: standing.later.length > 0 ? [merged, ...standing.later] : merged })
}

/** Returns the entries of the four options; null: they cannot express the price. */
function numbersOf(model: string, document: PriceDocument) {
  const { tokens, call } = document
  const isPlain = Object.keys(document).every(name => (MEMBERS as readonly string[]).includes(name))
  if (!isPlain || (tokens === undefined) === (call === undefined)) return null
  if (!tokens) return draftOf(model, { ModelPrice: call })
  const { input, output, cache_read } = tokens
  if (input === 0) return output === 0 ? draftOf(model, { ModelRatio: 0, CompletionRatio: 1 }) : null
  return draftOf(model, {
    ModelRatio: tidy(input / DOLLARS_AT_RATIO_1),
    CompletionRatio: tidy(output / input),
    ...(cache_read !== undefined && { CacheRatio: tidy(cache_read / input) }),
  })
}

type Entries = { [Key in keyof ModelPriceDraft]: NonNullable<ModelPriceDraft[Key]>[string] | undefined }

/** Returns every option's entry of the model; entries not given are removed. */
function draftOf(model: string, entries: Entries): Required<ModelPriceDraft> {
  const {
    ModelPrice = null,
    ModelRatio = null,
    CompletionRatio = null,
    CacheRatio = null,
    ModelPrices = null,
  } = entries
  return {
    ModelPrice: { [model]: ModelPrice },
    ModelRatio: { [model]: ModelRatio },
    CompletionRatio: { [model]: CompletionRatio },
    CacheRatio: { [model]: CacheRatio },
    ModelPrices: { [model]: ModelPrices },
  }
}

/** Whether a price charges the same as a document for everything in the document. */
function saysAll(price: Price | null, { tokens, call, tools = {} }: PriceDocument): boolean {
  if (!price || price.kind === 'document') return false
  const asked = new Map(priceLines(price).map(({ line, usd }) => [line, usd]))
  const named: Partial<TokenDollars> & { call?: number | undefined } = { ...tokens, call, ...tools }
  return Object.entries(named).every(([line, usd]) => usd === undefined || isSame(asked.get(line) ?? Number.NaN, usd))
}

const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= Math.max(one, other) * 1e-9

/** Returns the parts of our document that lists do not have: levels, hours, batches, and prices of later dates. */
function standingOf(model: string, options: Pick<Options, 'get'>) {
  const written = options.get('ModelPrices')
  const known = Object.hasOwn(written, model) ? [written[model] ?? []].flat() : []
  const now = new Date()
  const later = known.filter(({ from }) => from !== undefined && Date.parse(`${from}T00:00:00Z`) > now.getTime())
  const inForce = known.findLast(one => !later.includes(one) && documentPrice(model, { [model]: one }, now))
  const { levels, hours, batch } = inForce ?? {}
  const kept = { ...(levels && { levels }), ...(hours && { hours }), ...(batch !== undefined && { batch }) }
  return { later, kept, isPlain: later.length === 0 && Object.keys(kept).length === 0 }
}

/** Returns the maker's separately priced token kinds, in proportion to input: a list without them must not make them free. */
function inProportion(model: string, { input }: TokenDollars): Partial<TokenDollars> {
  const { input: listed = 0, output: _, ...others } = defaultDocument(model, new Date())?.tokens ?? {}
  if (listed === 0) return {}
  return Object.fromEntries(Object.entries(others).map(([kind, dollars]) => [kind, tidy((dollars / listed) * input)]))
}

const tidy = (ratio: number) => Number(ratio.toPrecision(12))
