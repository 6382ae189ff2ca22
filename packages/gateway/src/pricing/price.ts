import type { PriceDocument, TokenDollars } from '@tollgate/contract'

/** The price of a model's text token, and the prices of other kinds in proportion to it. */
export interface TokenRatios {
  /** Quota per fresh text token; 1 is 2 US dollars per million. */
  modelRatio: number
  completionRatio: number
  cacheRatio: number
  /** For five minutes; an hour costs 1.6 times as much. */
  cacheWriteRatio: number
  imageRatio: number
  /** Multiplies `imageRatio`. */
  imageCompletionRatio: number
  audioRatio: number
  /** Multiplies `audioRatio`. */
  audioCompletionRatio: number
}

interface EveryPrice {
  /** US dollars per thousand calls, by tool. */
  toolPrices: Record<string, number>
  /** Tools that every answer calls, reported or not. */
  standingCalls: Record<string, number>
  /** Factors of service levels, by level and word. Absent: those their makers publish. */
  levels?: ServiceLevels
  /** Factors at this hour, by their names in the log row. Absent: none. */
  hour?: Readonly<Record<string, number>>
  /** The share of it that a batch costs. Absent: the host's share. */
  batchShare?: number
  /** When it changes, in milliseconds since 1970. Absent: never by itself. */
  until?: number
}

export type ServiceLevels = NonNullable<PriceDocument['levels']>

export interface TokenPrice extends TokenRatios, EveryPrice {
  kind: 'tokens'
  /** Ratios for the whole request if its input is longer than `above` tokens. */
  longInput?: { above: number; ratios: TokenRatios }
}

export interface CallPrice extends EveryPrice {
  kind: 'call'
  /** US dollars. */
  price: number
}

/** A price that ratios cannot express. */
export interface DocumentPrice extends EveryPrice {
  kind: 'document'
  /** US dollars per million tokens, by the length of the prompt, ascending from 0. Empty: tokens are free. */
  tiers: readonly PriceTier[]
  /** Each token of the prompt costs the price of its tier; otherwise all cost the price of the highest tier reached. */
  isMarginal: boolean
  /** US dollars per unit of each. */
  call: number
  images: readonly { size?: string | undefined; quality?: string | undefined; price: number }[]
  seconds: readonly { resolution?: string | undefined; sound?: boolean | undefined; price: number }[]
  /** US dollars per million. */
  characters: number
  /** US dollars per minute of sound. */
  minutes: number
}

export interface PriceTier {
  above: number
  tokens: Required<TokenDollars>
}

export type Price = TokenPrice | CallPrice | DocumentPrice

export const ratiosFor = (price: TokenPrice, inputTokens: number): TokenRatios =>
  price.longInput && inputTokens > price.longInput.above ? price.longInput.ratios : price
