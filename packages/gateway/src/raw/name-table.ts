import type { NameTable } from './read-names.ts'

/** Returns names as a table with nothing read inside them. */
export const names = (list: string): NameTable => Object.fromEntries(list.split(/\s+/).map(name => [name, true]))
