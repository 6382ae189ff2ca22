/** The price of a model's text token, and the prices of other kinds in proportion to it. */
export interface TokenRatios {
  /** Quota per fresh text token; 1 is 2 US dollars a million. */
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

interface ToolPrices {
  /** US dollars per thousand calls, by tool. */
  toolPrices: Record<string, number>
  /** Tools that every answer calls, reported or not. */
  standingCalls: Record<string, number>
}

export interface TokenPrice extends TokenRatios, ToolPrices {
  kind: 'tokens'
  /** Ratios for the whole request if its input is longer than `above` tokens. */
  longInput?: { above: number; ratios: TokenRatios }
}

export interface CallPrice extends ToolPrices {
  kind: 'call'
  /** US dollars. */
  price: number
}

export type Price = TokenPrice | CallPrice

export const ratiosFor = (price: TokenPrice, inputTokens: number): TokenRatios =>
  price.longInput && inputTokens > price.longInput.above ? price.longInput.ratios : price
