import type { Language } from '@tollgate/contract'
import type { Named } from './rank.ts'

/** Something to choose: a place to go to, something to do, or a beginning to go on typing from. */
export interface Entry extends Named {
  /** Unique in its source. */
  key: string
  /** Beside the title, quietly. */
  hint?: string | undefined
  /** Of the title, where it is not the page's. */
  lang?: Language
  to?: string
  run?: () => void
  /** What the input then holds. */
  fill?: string
}
