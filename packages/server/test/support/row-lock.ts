import pg from 'pg'
import type { DatabasePlace } from './databases.ts'

/** Locks rows of a PostgreSQL, like a transaction left open. Resolves to a function that ends it. */
export async function lockRows({ DATABASE_URL }: DatabasePlace, select: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query('begin')
  await client.query(`${select} for update`)
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}
