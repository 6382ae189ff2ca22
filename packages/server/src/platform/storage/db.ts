import { join } from 'node:path'
import { Kysely, PostgresAdapter, PostgresDialect, type Transaction } from 'kysely'
import { type Environment, StartError } from '../process/environment.ts'
import type { Batch } from './batch.ts'
import { postgresBatch } from './postgres-batch.ts'
import { postgresPools } from './postgres-pools.ts'
import { reportsPool } from './postgres-reports.ts'
import type { Tables } from './schema.ts'
import { countWaiting } from './sqlite/count-waiting.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import type { SqliteService } from './sqlite/service.ts'
import { storingBatch, storingPool } from './storable.ts'
import { isTransient } from './transient-errors.ts'

/** The SQLite file's name in DATA_DIR. */
export const DATABASE_FILE = 'tollgate.db'

export type DatabaseKind = 'sqlite' | 'postgres'
/** A database or a transaction in it: queries accept either, so they compose. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** Which kind of database queries go to, for code that has only a `Db`. */
export const databaseKindOf = (db: Db): DatabaseKind =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** The location of the database. */
type Place = Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>

/** Where the data is: at the address of PostgreSQL, else in SQLite in the folder. */
export interface DatabasePlace {
  folder: string
  url?: string | undefined
}

export interface Storage extends DatabasePlace {
  /** The data folder, even with PostgreSQL. */
  folder: string
  kind: DatabaseKind
  /** Short queries: console calls, jobs. */
  db: Kysely<Tables>
  /** The same for the ledger, over separate connections on PostgreSQL. */
  ledger: Kysely<Tables>
  /**
   * Long reads: pages of logs, statistics, audit. A few run concurrently, each with a time limit; see report-limits.ts.
   */
  reports: Kysely<Tables>
  /** Schema updates, and commands that read everything: no time limit on PostgreSQL. */
  slow: Kysely<Tables>
  /** Many statements in one transaction and one message. */
  batch: Batch
  /** Requests that wait for the database or run in it, by queue. */
  waiting(): Record<string, number>
  close(): Promise<void>
}

/** Opens PostgreSQL at DATABASE_URL, else SQLite in DATA_DIR, which must exist. */
export function openStorage({ DATABASE_URL, DATA_DIR }: Place): Storage {
  if (DATABASE_URL) return postgresStorage(DATABASE_URL, DATA_DIR)
  return sqliteStorage(openSqlite(join(DATA_DIR, DATABASE_FILE)), DATA_DIR)
}

/** SQLite, served by this process or by the one that owns the file. */
export function sqliteStorage(given: SqliteService, folder: string): Storage {
  const { service, waiting } = countWaiting(given)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(service, 'writer') })
  return {
    kind: 'sqlite',
    folder,
    db,
    ledger: db,
    slow: db,
    reports: new Kysely<Tables>({ dialect: sqliteDialect(service, 'report') }),
    batch: storingBatch(service.batch),
    waiting,
    close: () => service.close(),
  }
}

function postgresStorage(connectionString: string, folder: string): Storage {
  const pools = postgresPools(connectionString)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: storingPool(pools.console) }) })
  const ledger = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: storingPool(pools.ledger) }) })
  const reports = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: storingPool(reportsPool(pools.reports)) }),
  })
  return {
    kind: 'postgres',
    folder,
    url: connectionString,
    db,
    ledger,
    reports,
    slow: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: storingPool(pools.slow) }) }),
    batch: storingBatch(postgresBatch(pools.ledger)),
    waiting: () => Object.fromEntries(Object.entries(pools).map(([name, { waitingCount }]) => [name, waitingCount])),
    async close() {
      await Promise.all(Object.values(pools).map(pool => pool.ending || pool.end()))
    },
  }
}

/** Turns an error from opening or writing the database into a `StartError`; returns other errors unchanged. */
export function asStartError(error: unknown, { DATABASE_URL, DATA_DIR }: Place): unknown {
  if (!isTransient(error)) return error
  const reason = (error as Error).message
  return new StartError(
    DATABASE_URL
      ? `PostgreSQL at ${new URL(DATABASE_URL).host} cannot be reached or written to (${reason}).`
      : `The folder ${DATA_DIR} cannot be written to (${reason}). Free some space in it, or name another with DATA_DIR.`,
  )
}

/** Runs `act` in the open transaction, else in a new one. */
export function inTransaction<Result>(db: Db, act: (db: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? act(db as Transaction<Tables>) : db.transaction().execute(act)
}
