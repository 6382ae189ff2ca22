import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { StartError } from '../../platform/process/environment.ts'
import { spokenCommand } from '../../platform/process/own-program.ts'
import { openExisting } from '../../platform/storage/open-existing.ts'
import { runCommand } from '../../platform/storage/run-command.ts'
import { type LogSearch, searchLogs } from './search.ts'
import { storedPlaces } from './stored-places.ts'

const PIECE_LENGTH = 65_536
const DAY_SECONDS = 86_400

/** The search field of each option. */
const WORDS: Record<string, (text: string) => LogSearch> = {
  from: text => ({ from: secondsOf(text) }),
  // A date includes the whole day.
  to: text => ({ to: secondsOf(text) + (/^\d{4}-\d\d-\d\d$/.test(text) ? DAY_SECONDS : 0) }),
  user: user => ({ user }),
  model: model => ({ model }),
  request: request => ({ request }),
}

/** `tollgate logs`: prints the rows of the archives and of the log that pass the filters, oldest first, as lines of JSON. */
export const logsCommand = (given: string[]): Promise<number> =>
  runCommand(async environment => {
    const search = readSearch(given)
    const storage = await openExisting(environment)
    try {
      const placeAt = await storedPlaces(storage.slow, environment)
      await print(searchLogs(storage.slow, search, placeAt))
      return 0
    } catch (error) {
      // The reader has closed the pipe, as `head` does.
      if ((error as { code?: string }).code === 'EPIPE') return 0
      throw error
    } finally {
      await storage.close()
    }
  })

function readSearch(given: string[]): LogSearch {
  let search: LogSearch = {}
  for (const [name, text] of Object.entries(wordsOf(given))) search = { ...search, ...WORDS[name]?.(text) }
  return search
}

function wordsOf(args: string[]): Record<string, string> {
  try {
    const options = Object.fromEntries(Object.keys(WORDS).map(name => [name, { type: 'string' as const }]))
    return { ...parseArgs({ args, options }).values } as Record<string, string>
  } catch (error) {
    throw new StartError(
      `${(error as Error).message}. ${spokenCommand('logs')} takes --from and --to (2026-01-31, 2026-01-31T12:00:00Z or unix seconds), --user NAME, --model NAME and --request ID.`,
    )
  }
}

/** Parses a day, a time or unix seconds, as people type them. */
export function secondsOf(text: string): number {
  const seconds = /^\d{9,11}$/.test(text) ? Number(text) : Date.parse(text) / 1000
  if (Number.isNaN(seconds)) throw new StartError(`${text} is not a time such as 2026-01-31 or 2026-01-31T12:00:00Z.`)
  return Math.floor(seconds)
}

/** Waits for the reader, so that only some rows are in memory. */
async function print(rows: AsyncIterable<unknown>): Promise<void> {
  await pipeline(Readable.from(pieces(rows)), process.stdout, { end: false })
}

async function* pieces(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = ''
  for await (const row of rows) {
    text += `${JSON.stringify(row)}\n`
    if (text.length < PIECE_LENGTH) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
