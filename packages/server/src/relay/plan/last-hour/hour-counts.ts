/** What is counted of one channel in one slot of time. */
export interface Counts {
  /** Attempts, by whether the channel answered; failures of the request or the gateway are no attempts. */
  answered: number
  failed: number
  /** Answers delivered, and what their attempts took. */
  delivered: number
  totalMs: number
  /** Streams among them: until the first byte, and from there on. */
  streams: number
  firstByteMs: number
  streamedMs: number
  streamedTokens: number
  /** Of prompts, as reported; `cachedTokens` of them read from the cache. */
  inputTokens: number
  cachedTokens: number
  /** Calls of conversations that were answered before, and those of them that came back to this channel. */
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

/** In the order messages hold them. */
export const COUNT_NAMES = Object.keys(newCounts()) as (keyof Counts)[]
