import { fillIn } from '@tollgate/contract'
import { asText, dig } from '@tollgate/gateway'
import { taskFailureSentences } from '../../../../../platform/messages/index.ts'
import type { TaskState } from '../../../task/task.ts'
import type { TaskFailure } from '../../../vendor.ts'

/** Returns the first text or number at one of several paths, as text. */
export function textAt(answer: unknown, ...places: readonly string[]): string | null {
  for (const place of places) {
    const found = dig(answer, place)
    const text = typeof found === 'number' ? String(found) : asText(found)
    if (text !== null) return text
  }
  return null
}

/**
 * Returns a refusal in an answer.
 *
 * @param status the HTTP status; if it is not an error, `meant` is used
 */
export const refusal = (failure: string, status: number, meant: number, code?: string | null): TaskFailure => ({
  failure,
  ...(status < 400 && { status: meant }),
  ...(code && { code }),
})

/** A vendor's names for a task's state. */
export type StateWords = Readonly<Record<string, TaskState>>

/** Returns the sentence for a failure that the vendor explains in a word. */
export const taskSaid = (words: unknown): string => fillIn(taskFailureSentences.en.said, { words })
