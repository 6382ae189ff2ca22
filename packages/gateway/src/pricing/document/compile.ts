import type { PriceDocument } from '@tollgate/contract'
import type { DocumentPrice, Price, PriceTier } from '../price.ts'
import { TOOL_PRICES } from '../tool-fees.ts'
import { hourAt } from './hours.ts'
import { everyKind, exactRatios } from './token-ratios.ts'

/** Returns what a model costs at a moment according to a document: as ratios or per call if these express the same. */
export function compile(document: PriceDocument, at: Date): Price {
  const { levels, batch, hours = [] } = document
  const { hour, until } = hourAt(hours, at)
  const every = {
    toolPrices: { ...TOOL_PRICES, ...document.tools },
    standingCalls: {},
    ...(levels && { levels }),
    ...(hour && { hour }),
    ...(batch !== undefined && { batchShare: batch }),
    ...(until !== undefined && { until }),
  }
  return { ...every, ...(asRatios(document) ?? asCall(document) ?? asDocument(document)) }
}

type Core<Kind extends Price['kind']> = Omit<Extract<Price, { kind: Kind }>, 'toolPrices' | 'standingCalls'>

/** Null: ratios cannot express it. */
function asRatios(document: PriceDocument): Core<'tokens'> | null {
  const { tokens, tiers = [], marginal, call, images, seconds, characters, minutes } = document
  const hasOthers = [call, images, seconds, characters, minutes].some(price => price !== undefined)
  if (!tokens || hasOthers || marginal || tiers.length > 1) return null
  const [base, long] = tiersOf(document)
  const ratios = base && exactRatios(base.tokens)
  if (!ratios) return null
  if (!long) return { kind: 'tokens', ...ratios }
  const longRatios = exactRatios(long.tokens)
  // A hold for a long prompt must cover a shorter one.
  const isDearer = Object.entries(long.tokens).every(([kind, price]) => price >= base.tokens[kind as 'input'])
  return longRatios && isDearer
    ? { kind: 'tokens', ...ratios, longInput: { above: long.above, ratios: longRatios } }
    : null
}

function asCall({ tokens, call, images, seconds, characters, minutes }: PriceDocument): Core<'call'> | null {
  const hasOthers = [tokens, images, seconds, characters, minutes].some(price => price !== undefined)
  return call === undefined || hasOthers ? null : { kind: 'call', price: call }
}

const asDocument = (document: PriceDocument): Omit<DocumentPrice, 'toolPrices' | 'standingCalls'> => ({
  kind: 'document',
  tiers: tiersOf(document),
  isMarginal: document.marginal === true,
  call: document.call ?? 0,
  images: document.images ?? [],
  seconds: document.seconds ?? [],
  characters: document.characters ?? 0,
  minutes: document.minutes ?? 0,
})

/** Returns each tier with all its prices: a document names only differences from the one below. */
function tiersOf({ tokens, tiers = [] }: PriceDocument): PriceTier[] {
  if (!tokens) return []
  let known = tokens
  return [
    { above: 0, tokens: everyKind(tokens) },
    ...tiers.map(({ above, ...prices }) => {
      known = { ...known, ...withoutAbsent(prices) }
      return { above, tokens: everyKind(known) }
    }),
  ]
}

const withoutAbsent = <Prices extends object>(prices: Prices): Prices =>
  Object.fromEntries(Object.entries(prices).filter(([, price]) => price !== undefined)) as Prices
