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
 * A refusal in an answer.
 *
 * @param status HTTP's; if that is not a failure's, `meant` is used
 */
export const refusal = (failure: string, status: number, meant: number, code?: string | null): TaskFailure => ({
  failure,
  ...(status < 400 && { status: meant }),
  ...(code && { code }),
})

/** A vendor's words for a task's state. */
export type StateWords = Readonly<Record<string, TaskState>>

/** The reason for a failure that the vendor gives in a single word. */
export const taskSaid = (words: unknown): string => fillIn(taskFailureSentences.en.said, { words })
