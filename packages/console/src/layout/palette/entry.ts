import type { ConsoleLanguage } from '@tollgate/contract'
import type { Named } from './rank.ts'

/** A choice: a place to go to, an action, or a text to continue typing from. */
export interface Entry extends Named {
  /** Unique in its source. */
  key: string
  /** Shown beside the title. */
  hint?: string | undefined
  /** ConsoleLanguage of the title, if not the page's. */
  lang?: ConsoleLanguage
  to?: string
  run?: () => void
  /** The text that then replaces the input. */
  fill?: string
}
