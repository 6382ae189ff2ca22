import type { AskedServer } from './server.ts'

/** One thing that differs between the file and the site. Text is shown only after secrets are hidden. */
export interface Change {
  kind: 'add' | 'change'
  /** `option SystemName`, `channel main`. */
  what: string
  /** What differs in it: before and after, one thing a line. */
  lines: readonly Difference[]
  /** @throws Refused where somebody changed it since it was looked at */
  apply(server: AskedServer): Promise<unknown>
  /** Why it is left as it is. */
  left?: string
}

export interface Difference {
  name: string
  /** Undefined: there was none. */
  before?: string | undefined
  /** Undefined: there will be none. */
  after?: string | undefined
}
