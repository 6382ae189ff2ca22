import { tmpdir } from 'node:os'
import pg from 'pg'
import { SourceProblem } from './problem.ts'
import { refuseWithoutRoom } from './room.ts'
import { type Cell, READ_TABLES, type Source, type Wanted } from './source.ts'
import { makeStaging, type Staging } from './staging.ts'

const ROWS_AT_ONCE = 2_000
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Reads a running PostgreSQL in one snapshot into a temporary file. */
export async function readPostgresServer(dsn: string, name: string, wanted: Wanted): Promise<Source> {
  const { withLogs, ofRunning } = wanted
  const client = new pg.Client({ connectionString: dsn, connectionTimeoutMillis: 10_000 })
  const staging = makeStaging(withLogs)
  try {
    await client.connect()
    await refuseWriter(client, name)
    await client.query('begin isolation level repeatable read, read only')
    if (withLogs && !ofRunning) refuseWithoutRoom({ name, bytes: await bytesOf(client), folder: tmpdir() })
    await readTables(client, staging, wanted)
    const before = await restSums(client)
    await client.query('commit')
    if (!ofRunning && before !== (await restSums(client)))
      throw new SourceProblem(`${name} is still in use, its balances change: stop its gateway and try again.`)
    return staging.finish({ name, kind: 'postgres' })
  } catch (error) {
    staging.discard()
    if (error instanceof SourceProblem) throw error
    throw new SourceProblem(`${name} cannot be read (${(error as Error).message}).`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What the tables take there, about; the log is nearly all of it. */
async function bytesOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select coalesce(sum(pg_table_size(oid)), 0)::text as bytes from pg_class where relnamespace = current_schema()::regnamespace',
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** A source is only ever read, so its access should allow no more. */
async function refuseWriter(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ writes: boolean; reads_only: string }>(
    `select bool_or(coalesce(has_table_privilege(to_regclass(name), 'insert, update, delete'), false)) as writes,
      current_setting('default_transaction_read_only') as reads_only from unnest(array['users', 'logs']) name`,
  )
  if (rows[0]?.writes && rows[0].reads_only !== 'on')
    throw new SourceProblem(
      `${name} may write to the source: give a role that may only read, or add ?options=-c%20default_transaction_read_only%3Don to the address.`,
    )
}

async function readTables(client: pg.Client, staging: Staging, { withLogs, ofRunning }: Wanted): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name::text as "table", array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = current_schema() group by 1`,
  )
  for (const { table, columns } of rows) {
    const name = { place: '', table }
    staging.addTable(name, columns)
    if (!READ_TABLES.has(table) || (table === 'logs' && !withLogs)) continue
    const list = columns.map(column => `${quoted(column)}::text`)
    const part = table === 'logs' && ofRunning ? `where id > ${ofRunning.logsAfter}` : ''
    await client.query(`declare source_rows no scroll cursor for select ${list} from ${quoted(table)} ${part}`)
    for (;;) {
      const page = await client.query<Cell[]>({ text: `fetch ${ROWS_AT_ONCE} from source_rows`, rowMode: 'array' })
      for (const row of page.rows) staging.addRow(name, columns, row)
      if (page.rows.length < ROWS_AT_ONCE) break
    }
    await client.query('close source_rows')
  }
}

/** Returns figures that change with every call. */
async function restSums(client: pg.Client): Promise<string> {
  const { rows } = await client.query('select to_regclass($1) is not null as is_there', ['users'])
  if (!rows[0]?.is_there) return ''
  const sums = await client.query('select sum(quota)::text as quota, sum(used_quota)::text as used from users')
  return JSON.stringify(sums.rows[0])
}
