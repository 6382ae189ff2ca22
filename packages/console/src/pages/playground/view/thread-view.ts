import type { Actions } from '../conversation/actions.ts'
import type { Thread } from '../conversation/types.ts'

/** What the messages of a thread need besides themselves; it stays identical while an answer grows. */
export interface ThreadView {
  actions: Actions
  /** Index of the conversation's thread. */
  at: number
  /** The thread at the moment of a click. */
  threadNow(): Thread | undefined
}
