import type { Actions } from '../conversation/actions.ts'
import type { Thread } from '../conversation/types.ts'

/** What the messages of a thread need besides themselves; it stays the same while an answer grows. */
export interface ThreadView {
  actions: Actions
  /** Which of the conversation's threads. */
  at: number
  /** As it is at the moment of a click. */
  threadNow(): Thread | undefined
}
