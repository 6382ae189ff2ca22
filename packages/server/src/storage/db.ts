import type { Socket } from 'node:net'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { type Environment, StartError } from '../environment.ts'
import type { Tables } from './schema.ts'
import { BunSqliteDialect } from './sqlite-dialect.ts'
import { isTransient } from './transient-errors.ts'

/** SQLite's, in DATA_DIR. */
export const DATABASE_FILE = 'tollgate.db'

export type DatabaseKind = 'sqlite' | 'postgres'
/** A database, or a transaction already running in it: verbs take either, so they compose. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** Where a database lies. */
type Place = Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>

export interface Storage {
  db: Kysely<Tables>
  kind: DatabaseKind
}

/** Opens SQLite in DATA_DIR, a folder that is there, or PostgreSQL when DATABASE_URL names one. */
export function openStorage({ DATABASE_URL, DATA_DIR }: Place): Storage {
  if (DATABASE_URL) return { kind: 'postgres', db: openPostgres(DATABASE_URL) }
  return { kind: 'sqlite', db: openSqlite(join(DATA_DIR, DATABASE_FILE)) }
}

/** The reason not to start, if the database could not be opened or written to; anything else as it is. */
export function asStartError(error: unknown, { DATABASE_URL, DATA_DIR }: Place): unknown {
  if (!isTransient(error)) return error
  const reason = (error as Error).message
  return new StartError(
    DATABASE_URL
      ? `PostgreSQL at ${new URL(DATABASE_URL).host} cannot be reached or written to (${reason}).`
      : `The folder ${DATA_DIR} cannot be written to (${reason}). Make room in it, or name another with DATA_DIR.`,
  )
}

const openSqlite = (path: string): Kysely<Tables> => new Kysely<Tables>({ dialect: new BunSqliteDialect(path) })

/** A query that is not answered for so long never is: the network has lost it without a word. */
const LONGEST_SILENCE_MS = 5 * 60_000
const INT8 = 20
const NUMERIC = 1700

function openPostgres(connectionString: string): Kysely<Tables> {
  // Counts and sums come back as numbers: quotas stay below 2^53.
  pg.types.setTypeParser(INT8, Number)
  pg.types.setTypeParser(NUMERIC, Number)
  const pool = new pg.Pool({
    connectionString,
    max: 20,
    connectionTimeoutMillis: 10_000,
    // Where a connection was lost on our side alone, its transaction must not keep its locks.
    idle_in_transaction_session_timeout: 30_000,
  })
  // A connection the server closes, idle or in use, is replaced on the next query; unheard, its event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', connection => {
    connection.on('error', () => undefined)
    // Its type does not say that a client has a connection, and that a stream.
    const { stream } = (connection as unknown as { connection: { stream: Socket } }).connection
    stream.setTimeout(LONGEST_SILENCE_MS, () => stream.destroy())
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Runs inside the transaction that is already open, else inside a new one. */
export function inTransaction<Result>(db: Db, act: (db: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? act(db as Transaction<Tables>) : db.transaction().execute(act)
}
