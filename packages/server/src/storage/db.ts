import type { Socket } from 'node:net'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { type Environment, StartError } from '../environment.ts'
import type { Tables } from './schema.ts'
import { BunSqliteDialect } from './sqlite-dialect.ts'
import { isTransient } from './transient-errors.ts'

/** The SQLite file's name in DATA_DIR. */
export const DATABASE_FILE = 'tollgate.db'

export type DatabaseKind = 'sqlite' | 'postgres'
/** A database or a transaction in it: queries accept either, so they compose. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** Where the database is. */
type Place = Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>

export interface Storage {
  db: Kysely<Tables>
  kind: DatabaseKind
}

/** Opens PostgreSQL at DATABASE_URL, else SQLite in DATA_DIR, which must exist. */
export function openStorage({ DATABASE_URL, DATA_DIR }: Place): Storage {
  if (DATABASE_URL) return { kind: 'postgres', db: openPostgres(DATABASE_URL) }
  return { kind: 'sqlite', db: openSqlite(join(DATA_DIR, DATABASE_FILE)) }
}

/** Turns an error from opening or writing the database into a `StartError`; returns other errors unchanged. */
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

/** A query without an answer for this long was lost by the network. */
const LONGEST_SILENCE_MS = 5 * 60_000
const INT8 = 20
const NUMERIC = 1700

function openPostgres(connectionString: string): Kysely<Tables> {
  // Parse counts and sums as numbers: quotas stay below 2^53.
  pg.types.setTypeParser(INT8, Number)
  pg.types.setTypeParser(NUMERIC, Number)
  const pool = new pg.Pool({
    connectionString,
    max: 20,
    connectionTimeoutMillis: 10_000,
    // When a connection is lost on our side only, its transaction must not keep its locks.
    idle_in_transaction_session_timeout: 30_000,
  })
  // A connection that the server closes is replaced on the next query; without a listener its event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', connection => {
    connection.on('error', () => undefined)
    // The types do not declare the client's connection and its stream.
    const { stream } = (connection as unknown as { connection: { stream: Socket } }).connection
    stream.setTimeout(LONGEST_SILENCE_MS, () => stream.destroy())
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Runs `act` inside the open transaction, else inside a new one. */
export function inTransaction<Result>(db: Db, act: (db: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? act(db as Transaction<Tables>) : db.transaction().execute(act)
}
