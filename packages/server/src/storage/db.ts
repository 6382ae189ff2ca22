import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Environment } from '../environment.ts'
import type { Tables } from './schema.ts'
import { BunSqliteDialect } from './sqlite-dialect.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
/** A database, or a transaction already running in it: verbs take either, so they compose. */
export type Db = Kysely<Tables> | Transaction<Tables>

export interface Storage {
  db: Kysely<Tables>
  kind: DatabaseKind
}

/** Opens SQLite in DATA_DIR, or PostgreSQL when DATABASE_URL names one. */
export function openStorage({ DATABASE_URL, DATA_DIR }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>): Storage {
  if (DATABASE_URL) return { kind: 'postgres', db: openPostgres(DATABASE_URL) }
  mkdirSync(DATA_DIR, { recursive: true })
  return { kind: 'sqlite', db: openSqlite(join(DATA_DIR, 'tollgate.db')) }
}

const openSqlite = (path: string): Kysely<Tables> => new Kysely<Tables>({ dialect: new BunSqliteDialect(path) })

const INT8 = 20
const NUMERIC = 1700

function openPostgres(connectionString: string): Kysely<Tables> {
  // Counts and sums come back as numbers: quotas stay below 2^53.
  pg.types.setTypeParser(INT8, Number)
  pg.types.setTypeParser(NUMERIC, Number)
  const pool = new pg.Pool({ connectionString, max: 20, connectionTimeoutMillis: 10_000 })
  // A connection the server closes, idle or in use, is replaced on the next query; unheard, its event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', connection => connection.on('error', () => undefined))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Runs inside the transaction that is already open, else inside a new one. */
export function inTransaction<Result>(db: Db, act: (db: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? act(db as Transaction<Tables>) : db.transaction().execute(act)
}
