/** The counts of one channel in one time slot. */
export interface Counts {
  /** Attempts that the channel answered or failed; failures of the request or the gateway do not count. */
  answered: number
  failed: number
  /** Answers delivered, and how long their attempts took. */
  delivered: number
  totalMs: number
  /** Streams among them, and their time before and after the first byte. */
  streams: number
  firstByteMs: number
  streamedMs: number
  streamedTokens: number
  /** Reported prompt tokens; `cachedTokens` of them were read from the cache. */
  inputTokens: number
  cachedTokens: number
  /** Calls of known conversations, and those of them that returned to this channel. */
  followUps: number
  affinityHits: number
}

export const newCounts = (): Counts => ({
  answered: 0,
  failed: 0,
  delivered: 0,
  totalMs: 0,
  streams: 0,
  firstByteMs: 0,
  streamedMs: 0,
  streamedTokens: 0,
  inputTokens: 0,
  cachedTokens: 0,
  followUps: 0,
  affinityHits: 0,
})

/** In the order of messages. */
export const COUNT_NAMES = Object.keys(newCounts()) as (keyof Counts)[]
