import type { Usage } from '../canonical/usage.ts'
import type { Tally } from '../observers/tally.ts'
import { type ScannedObject, scanObject } from '../raw/scan-json.ts'
import type { Consumed } from './consumed.ts'

/** A call to be metered. */
export interface MeteredCall {
  /** As the client named it. */
  model: string
  /** The request as JSON text; for a form, its small fields. */
  text: string
  /** A top-level member of the request. */
  member(name: string): unknown
  /** Estimated tokens of all its text. */
  inputTokens(): number
  /** The most tokens one answer may have, if the client set a limit. */
  maxTokens: number | undefined
  /** The number of answers requested. */
  choices: number
  /** Length of the attached sound; 0: none. */
  soundSeconds: number
  /** Files attached in a form. Absent: none. */
  files?: number
  /** Tokens the upstream already has and keeps, such as the conversation so far. Absent: none. */
  cachedTokens?: number
  /** The counts of its format's meter. Absent: not made yet. */
  counts?: RequestCounts | undefined
}

/** What a meter counts in the text of a request. */
export interface RequestCounts {
  /** Characters to speak. */
  characters?: number
  /** Estimated tokens of these characters and of the instructions. */
  spokenTokens?: number
  /** Documents to rank. */
  documents?: number
  /** The most tokens that the query of a ranking can be, each a byte at least; infinite: as many as the whole request. */
  queryTokens?: number
  /** Prompts to complete. */
  prompts?: number
}

/** How to meter calls of a wire format when the upstream reports no counts. */
export interface Meter {
  /**
   * Counts what takes time in proportion to the request's length, once for each request and for a long one in a thread. Absent:
   * there is nothing of that kind.
   */
  count?(body: ScannedObject): RequestCounts
  /**
   * The most a call can consume, if its request alone decides that. Absent: the limit of its answer does.
   *
   * @param leastTokens the least to reserve for text
   * @param textTokens the most tokens of its text and attachments; absent: one token per byte
   */
  most?(call: MeteredCall, leastTokens: number, textTokens?: number): Consumed
  /** Estimates what an answer consumed if the upstream reports nothing. */
  estimated(call: MeteredCall, tally: Readonly<Tally>): Usage
  /** What is measured besides tokens and calls. Absent: nothing. */
  measures?: readonly ('images' | 'characters' | 'minutes')[]
  /** The factor for a price per call, independent of tokens. Absent: 1. */
  perCall?(call: MeteredCall, tally: Readonly<Tally>): Omit<Consumed, 'usage'>
}

/** Returns the counts of a call's request, made by its meter: those known, or new ones. */
export const countsOf = <Counts extends RequestCounts>(
  { counts, text }: MeteredCall,
  count: (body: ScannedObject) => Counts,
): Counts => (counts as Counts | undefined) ?? count(scanObject(text))
