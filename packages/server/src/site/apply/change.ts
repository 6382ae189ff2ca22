import type { AskedServer } from './server.ts'

/** One thing that differs between the file and the site. Text is shown only after secrets are hidden. */
export interface Change {
  kind: 'add' | 'change'
  /** `option SystemName`, `channel main`. */
  what: string
  /** The difference: before and after, one per line. */
  lines: readonly Difference[]
  /** @throws Refused if somebody changed it since it was read */
  apply(server: AskedServer): Promise<unknown>
  /** Why it stays as it is. */
  left?: string
}

export interface Difference {
  name: string
  /** Undefined: it does not exist yet. */
  before?: string | undefined
  /** Undefined: it will be removed. */
  after?: string | undefined
}
