import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import { BatchMismatch, type BatchRows, type BatchStatement } from '../batch.ts'
import type { SqliteQuery, SqliteResult } from './service.ts'

/** A connection to a file, in the thread or process that opened it. */
export interface SqliteConnection {
  run(query: SqliteQuery): SqliteResult
  /** Runs all statements in one transaction. Returns the rows of each, and how many rows they changed together. */
  batch(statements: readonly BatchStatement[]): { rows: BatchRows[]; changed: number }
  /** Rolls back an open transaction. */
  rollBack(): void
  isInTransaction(): boolean
  close(): void
}

/** Limits the cache: queries with a parameter for each list item have many different texts. */
const MOST_PREPARED = 1_000

const PRAGMAS = {
  read: ['busy_timeout = 5000', 'cache_size = -32000', 'temp_store = MEMORY', 'query_only = ON'],
  write: [
    'busy_timeout = 5000',
    'journal_mode = WAL',
    // A killed process loses nothing; a power cut may lose the last moments, but never consistency.
    'synchronous = NORMAL',
    'foreign_keys = ON',
    // A commit never waits until the log is copied into the database; checkpoints.ts does that.
    'wal_autocheckpoint = 0',
    // In KiB. A larger one would fill with pages of the log that are written once; the system caches the file as well.
    'cache_size = -8000',
    'temp_store = MEMORY',
  ],
}

/** Opens the file; each statement is prepared once. Readers cannot write and never create the file. */
export function connect(path: string, access: 'write' | 'read'): SqliteConnection {
  const database = new Database(path, { readwrite: true, create: access === 'write' })
  /** `Database.query` caches only the last few texts. */
  const prepared = new Map<string, Prepared>()

  try {
    for (const pragma of PRAGMAS[access]) database.run(`PRAGMA ${pragma}`)
    // A read-only file opens without error; a write here reveals it at the start rather than to the first caller.
    const steps = access === 'write' ? ['begin immediate', 'pragma user_version = 1', 'rollback'] : []
    for (const step of steps) database.run(step)
  } catch (error) {
    database.close()
    throw error
  }

  function prepare(text: string): Prepared {
    const known = prepared.get(text)
    if (known) return known
    const statement = database.prepare(text)
    const made = { statement, returnsRows: statement.columnNames.length > 0 }
    if (prepared.size >= MOST_PREPARED) forget()
    prepared.set(text, made)
    return made
  }

  /** Finalises all statements, which would otherwise keep the file open. */
  function forget(): void {
    for (const { statement } of prepared.values()) statement.finalize()
    prepared.clear()
  }

  function run({ text, parameters }: SqliteQuery): SqliteResult {
    const { statement, returnsRows } = prepare(text)
    const values = parameters as SQLQueryBindings[]
    if (returnsRows) return { rows: statement.all(...values) as SqliteResult['rows'], changed: 0, insertId: 0 }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], changed: changes, insertId: Number(lastInsertRowid) }
  }

  function rollBack(): void {
    // After errors such as a full disk, SQLite has already rolled back.
    if (database.inTransaction) run({ text: 'rollback', parameters: [] })
  }

  return {
    run,
    rollBack,
    batch(statements) {
      run({ text: 'begin immediate', parameters: [] })
      try {
        const results = statements.map(statement => checked(statement, run(statement)))
        run({ text: 'commit', parameters: [] })
        return {
          rows: results.map(({ rows }) => rows),
          changed: results.reduce((sum, { changed }) => sum + changed, 0),
        }
      } catch (error) {
        rollBack()
        throw error
      }
    },
    isInTransaction: () => database.inTransaction,
    close() {
      rollBack()
      forget()
      database.close()
    },
  }
}

interface Prepared {
  statement: Statement
  returnsRows: boolean
}

function checked({ expect, what }: BatchStatement, result: SqliteResult): SqliteResult {
  const { rows, changed } = result
  const found = rows.length || changed
  if (expect !== undefined && found !== expect)
    throw new BatchMismatch(`${what ?? 'a statement'} changed ${found} rows instead of ${expect}`)
  return result
}
