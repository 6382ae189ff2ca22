import type { BatchStatement } from '../batch.ts'
import type { Request } from './protocol.ts'

/**
 * The texts of statements on their way to a thread. Batches repeat the same few long texts, so each is sent once. Both ends
 * number them as they come, and a number is sent in place of a text that was sent before.
 */

/** A statement on its way, with a text or a number. */
type SentStatement = Omit<BatchStatement, 'text'> & { text: string | number }
export type SentRequest = Exclude<Request, { kind: 'batch' }> | { kind: 'batch'; statements: readonly SentStatement[] }

/** Both ends stop numbering here. */
const MOST_NUMBERED = 1_000

/**
 * Returns what writes requests as JSON, in the order of sending.
 *
 * @throws TypeError | RangeError if one cannot be written; then it leaves no trace
 */
export function numberTexts(): (request: Request) => string {
  const numbers = new Map<string, number>()
  const sent = (statement: BatchStatement): SentStatement => {
    const number = numbers.get(statement.text)
    if (number !== undefined) return { ...statement, text: number }
    if (numbers.size < MOST_NUMBERED) numbers.set(statement.text, numbers.size)
    return statement
  }
  return request => {
    if (request.kind !== 'batch') return JSON.stringify(request)
    const known = numbers.size
    try {
      return JSON.stringify({ ...request, statements: request.statements.map(sent) } satisfies SentRequest)
    } catch (error) {
      for (const [text, number] of numbers) if (number >= known) numbers.delete(text)
      throw error
    }
  }
}

/** Returns the opposite, for requests in the order of their arrival. */
export function findTexts(): (request: SentRequest) => Request {
  const texts: string[] = []
  const found = (statement: SentStatement): BatchStatement => {
    const { text } = statement
    if (typeof text === 'number') return { ...statement, text: texts[text] ?? '' }
    if (texts.length < MOST_NUMBERED) texts.push(text)
    return { ...statement, text }
  }
  return request => (request.kind === 'batch' ? { ...request, statements: request.statements.map(found) } : request)
}
