import type { AnswerFilter, AnswerWords } from '@tollgate/gateway'

/** Searches an upstream's messages for words that answers may not contain. Messages keep their order. */
export interface AnswerScreen {
  /** Returns the messages that may be passed on: one waits while its text may end with the start of a word. */
  pass(message: string, type: string): string[]
  /** Returns the waiting messages. */
  rest(): string[]
  /** A word was found; it is masked. */
  hasFound(): boolean
}

/** These complete a text. */
const LAST_OF_TEXT = /\.(done|completed|failed)$/

/** @param words the forbidden words now; null: none */
export function screenAnswers(words: () => AnswerWords | null): AnswerScreen {
  let current: AnswerWords | null = null
  let filter: AnswerFilter | null = null
  const texts = (released: Uint8Array[] = []) => released.map(bytes => Buffer.from(bytes).toString())

  return {
    pass(message, type) {
      const listed = words()
      // Changed words apply from now on.
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
