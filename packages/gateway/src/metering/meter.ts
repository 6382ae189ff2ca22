import type { Usage } from '../canonical/usage.ts'
import type { Tally } from '../observers/tally.ts'
import type { Consumed } from './consumed.ts'

/** A call whose consumption is to be measured. */
export interface MeteredCall {
  /** As the client named it. */
  model: string
  /** The request as JSON text; for a form, its small fields. */
  text: string
  /** A top-level member of the request. */
  member(name: string): unknown
  /** Estimated tokens of all its text. */
  inputTokens(): number
  /** The most tokens one answer may have, if the client says so. */
  maxTokens: number | undefined
  /** How many answers the request asks for. */
  choices: number
  /** Length of the attached sound; 0: none. */
  soundSeconds: number
  /** Files attached in a form. Absent: none. */
  files?: number
  /** Tokens the upstream already has and keeps: the conversation so far. Absent: none. */
  cachedTokens?: number
}

/** How calls of a wire format are measured when the upstream reports no counts. */
export interface Meter {
  /**
   * The most a call can consume, if its request alone tells. Absent: the limit of its answer tells.
   *
   * @param leastTokens the least to reserve for text
   * @param textTokens the most its text and attachments come to; absent: a token per byte
   */
  most?(call: MeteredCall, leastTokens: number, textTokens?: number): Consumed
  /** Estimates what an answer consumed when the upstream reports nothing. */
  estimated(call: MeteredCall, tally: Readonly<Tally>): Usage
  /** What it measures besides tokens and calls. Absent: nothing. */
  measures?: readonly ('images' | 'characters' | 'minutes')[]
  /** The factor for a price per call, whatever the tokens. Absent: 1. */
  perCall?(call: MeteredCall, tally: Readonly<Tally>): Omit<Consumed, 'usage'>
}
