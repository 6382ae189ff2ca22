import { sql } from 'kysely'
import { type Db, databaseKindOf } from './db.ts'

const BEGIN = {
  sqlite: sql`begin`,
  postgres: sql`begin isolation level repeatable read, read only`,
}

/** Runs `read`, whose statements all see the database as of one moment. Blocks no writer. */
export function atOneMoment<Result>(db: Db, read: (db: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async connection => {
    await BEGIN[databaseKindOf(db)].execute(connection)
    try {
      const result = await read(connection)
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      // On a closed connection there is nothing to roll back.
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}
