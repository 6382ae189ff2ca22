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

/** Which database a query would go to, for code that is given no more than that. */
export const databaseKindOf = (db: Db): DatabaseKind =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** Where the database is. */
type Place = Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>

export interface Storage {
  /** The data folder, also where the database is PostgreSQL. */
  folder: string
  kind: DatabaseKind
  /** Everything short: console calls, jobs. */
  db: Kysely<Tables>
  /** The same for the ledger; on PostgreSQL over connections of its own. */
  ledger: Kysely<Tables>
  /** Long reads: pages of logs, statistics, audit. A few run at once, with a time limit; see report-limits.ts. */
  reports: Kysely<Tables>
  /** Updates of the schema, and commands that read all there is: on PostgreSQL without a time limit. */
  slow: Kysely<Tables>
  /** Many statements in one transaction, at the cost of one message. */
  batch: Batch
  /** What waits for the database or is at it, by the queue it stands in. */
  waiting(): Record<string, number>
  close(): Promise<void>
}

/** Opens PostgreSQL at DATABASE_URL, else SQLite in DATA_DIR, which must exist. */
export function openStorage({ DATABASE_URL, DATA_DIR }: Place): Storage {
  if (DATABASE_URL) return postgresStorage(DATABASE_URL, DATA_DIR)
  return sqliteStorage(openSqlite(join(DATA_DIR, DATABASE_FILE)), DATA_DIR)
}

/** SQLite as the service offers it, in this process or in the one that owns the file. */
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
      : `The folder ${DATA_DIR} cannot be written to (${reason}). Make room in it, or name another with DATA_DIR.`,
  )
}

/** Runs `act` inside the open transaction, else inside a new one. */
export function inTransaction<Result>(db: Db, act: (db: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? act(db as Transaction<Tables>) : db.transaction().execute(act)
}
