import { parseArgs } from 'node:util'
import { StartError } from '../../platform/process/environment.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Storage } from '../../platform/storage/db.ts'
import { atOneMoment } from '../../platform/storage/snapshot.ts'
import { secondsOf } from '../../records/archive/logs-command.ts'
import { newApiSql } from './new-api-sql.ts'
import { type SpentSince, spentSql } from './spent-sql.ts'
import type { SqlKind } from './sql-text.ts'

const KINDS: readonly SqlKind[] = ['sqlite', 'postgres', 'mysql']
const USAGE = `Usage:
  tollgate export --as new-api [--database sqlite|postgres|mysql]
      this site as SQL for the tables that new-api makes
  tollgate export --as new-api|one-api --spent-since TIME [--database sqlite|postgres|mysql]
      what has moved here since then (2026-01-31T08:00 or unix seconds) as SQL for the database that was imported`

export interface ExportArguments {
  kind: SqlKind
  program: SpentSince['program']
  /** Unix seconds; null: the whole site. */
  spentSince: number | null
}

/** @throws StartError with the usage */
export function readExportArguments(given: readonly string[]): ExportArguments {
  const { as, database, since } = wordsOf(given)
  const kind = KINDS.find(one => one === database)
  if (!kind || (as !== 'new-api' && as !== 'one-api') || (as === 'one-api' && since === undefined))
    throw new StartError(USAGE)
  return { kind, program: as, spentSince: since === undefined ? null : secondsOf(since) }
}

function wordsOf(given: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ args: [...given], options: { as: text, database: text, 'spent-since': text } })
    return { as: values.as, database: values.database ?? 'sqlite', since: values['spent-since'] }
  } catch {
    throw new StartError(USAGE)
  }
}

/** `tollgate export --as …`: this site, or what has moved in it, as SQL for another gateway. */
export const exportAs = (
  { storage, secrets }: { storage: Storage; secrets: Secrets },
  { kind, program, spentSince }: ExportArguments,
  say: (line: string) => void,
): Promise<void> =>
  atOneMoment(storage.slow, async db => {
    const now = Math.floor(Date.now() / 1000)
    const lines =
      spentSince === null ? newApiSql(db, secrets, kind) : spentSql(db, { kind, program, from: spentSince, now })
    for await (const line of lines) say(line)
  })
