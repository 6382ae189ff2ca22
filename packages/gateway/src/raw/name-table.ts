import type { NameTable } from './read-names.ts'

/** Names as a table without anything read inside. */
export const names = (list: string): NameTable => Object.fromEntries(list.split(/\s+/).map(name => [name, true]))
