import type { AskedServer } from './server.ts'

/** One difference between the file and the site. Text is shown only after secrets are hidden. */
export interface Change {
  kind: 'add' | 'change'
  /** `option SystemName`, `channel main`. */
  what: string
  /** The difference: before and after, one per line. */
  lines: readonly Difference[]
  /** @throws Refused if it was changed after it was read */
  apply(server: AskedServer): Promise<unknown>
  /** Why it is not applied. */
  left?: string
}

export interface Difference {
  name: string
  /** undefined: it does not exist yet. */
  before?: string | undefined
  /** undefined: it will be removed. */
  after?: string | undefined
}
