import pg from 'pg'
import type { DatabasePlace } from './databases.ts'

/** Locks rows of a PostgreSQL, as somebody does who has left his transaction open. Resolves to how to end it. */
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
