import type { AnswerFilter, AnswerWords } from '@tollgate/gateway'

/** Searches an upstream's messages for words that answers may not contain. Messages keep their order. */
export interface AnswerScreen {
  /** Returns the messages that may be passed on. A message waits while its text may end with the start of a word. */
  pass(message: string, type: string): string[]
  /** Returns the waiting messages. */
  rest(): string[]
  /** Whether a word was found and masked. */
  hasFound(): boolean
}

/** Types of messages that complete a text. */
const LAST_OF_TEXT = /\.(done|completed|failed)$/

/** @param words returns the current forbidden words; null: none */
export function screenAnswers(words: () => AnswerWords | null): AnswerScreen {
  let current: AnswerWords | null = null
  let filter: AnswerFilter | null = null
  const texts = (released: Uint8Array[] = []) => released.map(bytes => Buffer.from(bytes).toString())

  return {
    pass(message, type) {
      const listed = words()
      // Changed words apply from here on.
      const before = listed === current ? [] : texts(filter?.end())
      if (listed !== current) {
        current = listed
        filter = listed?.stream() ?? null
      }
      if (!filter) return [...before, message]
      const frame = { bytes: Buffer.from(message), event: null, data: message, isOversized: false }
      const released = filter.push([frame])
      return [...before, ...texts(released), ...(LAST_OF_TEXT.test(type) ? texts(filter.end()) : [])]
    },
    rest: () => texts(filter?.end()),
    hasFound: () => filter?.hasFound ?? false,
  }
}
