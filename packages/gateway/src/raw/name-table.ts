import type { NameTable } from './read-names.ts'

/** Returns a table of names with nothing read inside them. */
export const names = (list: string): NameTable => Object.fromEntries(list.split(/\s+/).map(name => [name, true]))
