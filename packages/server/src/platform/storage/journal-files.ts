import { existsSync, readdirSync } from 'node:fs'

const PREFIX = 'running-calls-'
const SUFFIX = '.jsonl'

/** The file in the data folder where a node records its running calls. */
export const journalFile = (node: string): string => `${PREFIX}${node}${SUFFIX}`

/** The nodes whose journals are in a folder. */
export function journalsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap(name =>
    name.startsWith(PREFIX) && name.endsWith(SUFFIX) ? [name.slice(PREFIX.length, -SUFFIX.length)] : [],
  )
}
