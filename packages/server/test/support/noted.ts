import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { journalFile, journalsIn } from '../../src/platform/storage/journal-files.ts'
import { until } from './until.ts'

/**
 * Resolves once the journal of a node, or of any where left out, has a call that runs: lines are written a moment after a
 * call began.
 */
export const untilNoted = (folder: string, of?: string): Promise<boolean> =>
  until(
    async () =>
      journalsIn(folder).some(
        node => (of ?? node) === node && hasRunning(readFileSync(join(folder, journalFile(node)), 'utf8')),
      ),
    isThere => isThere,
  )

/** Resolves once journals in the folder have each of these calls. */
export const untilEachNoted = (folder: string, requestIds: readonly string[]): Promise<boolean> =>
  until(
    async () => {
      const texts = journalsIn(folder).map(node => readFileSync(join(folder, journalFile(node)), 'utf8'))
      return requestIds.every(id => texts.some(text => text.includes(`"request_id":"${id}"`)))
    },
    areThere => areThere,
  )

function hasRunning(text: string): boolean {
  const lines = text.split('\n').filter(line => line.endsWith(']'))
  const ids = (of: string[]) => new Set(of.map(line => JSON.parse(line)[0] as string))
  const isEnd = (line: string) => line.endsWith(',0]')
  const ended = ids(lines.filter(isEnd))
  return ids(lines.filter(line => !isEnd(line))).difference(ended).size > 0
}
