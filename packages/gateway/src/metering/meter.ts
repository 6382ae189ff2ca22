import type { Usage } from '../canonical/usage.ts'
import type { Tally } from '../observers/tally.ts'
import type { Consumed } from './consumed.ts'

/** What is known of a call whose consumption is to be measured. */
export interface MeteredCall {
  /** As the client named it. */
  model: string
  /** The request as JSON text; of a form, its small fields. */
  text: string
  /** A top-level member of the request. */
  member(name: string): unknown
  /** Tokens of all its text, estimated. */
  inputTokens(): number
  /** The most tokens one answer may have, when the client says so. */
  maxTokens: number | undefined
  /** How many answers are asked for. */
  choices: number
  /** Length of the sound sent along; 0: none. */
  soundSeconds: number
  /** Files sent along in a form. Absent: none. */
  files?: number
  /** Tokens the upstream has before it anyhow and keeps: the conversation so far. Absent: none. */
  cachedTokens?: number
}

/** How the calls of a wire format are measured where nobody has counted. */
export interface Meter {
  /**
   * What a call can come to at most, where its request alone tells. Absent: that is for the limit of its answer to say.
   *
   * @param leastTokens what is set aside for text at least
   * @param textTokens the most its text and what it points at come to; absent: a token for a byte
   */
  most?(call: MeteredCall, leastTokens: number, textTokens?: number): Consumed
  /** What an answer consumed of which the upstream reports nothing. */
  estimated(call: MeteredCall, tally: Readonly<Tally>): Usage
  /** What a price by call is multiplied by, however many tokens it took. Absent: by nothing. */
  perCall?(call: MeteredCall, tally: Readonly<Tally>): Omit<Consumed, 'usage'>
}
