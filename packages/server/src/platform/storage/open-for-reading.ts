import { join } from 'node:path'
import { Kysely } from 'kysely'
import { DATABASE_FILE, type DatabasePlace, openStorage } from './db.ts'
import type { Tables } from './schema.ts'
import { connect } from './sqlite/connection.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import type { SqliteService } from './sqlite/service.ts'

/** Opens a database for a process that only reads it, statement by statement, without a time limit. */
export function openForReading({ folder, url }: DatabasePlace): Kysely<Tables> {
  if (url) return openStorage({ DATABASE_URL: url, DATA_DIR: folder }).slow
  return new Kysely<Tables>({ dialect: sqliteDialect(readHere(join(folder, DATABASE_FILE)), 'report') })
}

/** Reads in this thread: rows need not travel between threads, which takes longer than reading them. */
function readHere(path: string): SqliteService {
  const connection = connect(path, 'read')
  const refuse = () => Promise.reject(new Error('this database is only read, statement by statement'))
  return {
    read: async query => connection.run(query),
    report: async query => connection.run(query),
    openSession: refuse,
    inSession: refuse,
    closeSession: refuse,
    batch: refuse,
    close: async () => connection.close(),
  }
}
