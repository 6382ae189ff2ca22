import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { journalFile, journalsIn } from '../../src/platform/storage/journal-files.ts'
import { until } from './until.ts'

/**
 * Resolves once the journal of a node, or of all nodes by default, has this many running calls. A call is entered once
 * it has run for a second.
 */
export const untilNoted = (folder: string, of?: string, count = 1): Promise<number> =>
  until(
    async () =>
      journalsIn(folder)
        .filter(node => (of ?? node) === node)
        .reduce((sum, node) => sum + running(readFileSync(join(folder, journalFile(node)), 'utf8')), 0),
    found => found >= count,
  )

/** Resolves once the folder's journals contain each of these calls. */
export const untilEachNoted = (folder: string, requestIds: readonly string[]): Promise<boolean> =>
  until(
    async () => {
      const texts = journalsIn(folder).map(node => readFileSync(join(folder, journalFile(node)), 'utf8'))
      return requestIds.every(id => texts.some(text => text.includes(`"request_id":"${id}"`)))
    },
    areThere => areThere,
  )

function running(text: string): number {
  const lines = text.split('\n').filter(line => line.endsWith(']'))
  const ids = (of: string[]) => new Set(of.map(line => JSON.parse(line)[0] as string))
  const isEnd = (line: string) => line.endsWith(',0]')
  const ended = ids(lines.filter(isEnd))
  return ids(lines.filter(line => !isEnd(line))).difference(ended).size
}
