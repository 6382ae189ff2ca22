import { Database } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { SourceProblem } from './problem.ts'
import type { Source } from './source.ts'

/** Opens a SQLite file for reading. */
export function openSqliteFile(path: string, { name, sha256, withLogs, mayRun = false }: Opened): Source {
  for (const suffix of ['-wal', '-journal'])
    if (!mayRun && existsSync(path + suffix) && statSync(path + suffix).size > 0)
      throw new SourceProblem(
        `${name}${suffix} lies beside ${name}, so its gateway is still running or was killed: stop it, or start and stop it once, and try again.`,
      )
  let database: Database | undefined
  try {
    database = new Database(path, { readonly: true })
    const fault = mayRun ? null : database.query<{ quick_check: string }, []>('pragma quick_check(1)').get()
    if (fault && fault.quick_check !== 'ok') throw new Error(fault.quick_check)
    return {
      name,
      database,
      kind: 'sqlite',
      sha256,
      columns: columnsIn(database),
      hasLogs: withLogs,
      close: () => database?.close(),
    }
  } catch (error) {
    database?.close()
    throw new SourceProblem(`${name} is a damaged or truncated SQLite file (${(error as Error).message}).`)
  }
}

export interface Opened {
  name: string
  sha256: string
  withLogs: boolean
  /** Whether its gateway may be running, so that rows may be added while it is read. */
  mayRun?: boolean
}

function columnsIn(database: Database): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const columns = database.query<{ table: string; column: string }, []>(
    `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
     where m.type = 'table' order by m.name, c.cid`,
  )
  for (const { table, column } of columns.all()) found.set(table, [...(found.get(table) ?? []), column])
  return found
}
