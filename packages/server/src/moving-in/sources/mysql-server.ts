import { tmpdir } from 'node:os'
import { SQL } from 'bun'
import { type MysqlAddress, mysqlName } from './mysql-address.ts'
import { SourceProblem } from './problem.ts'
import { refuseWithoutRoom } from './room.ts'
import { type Cell, READ_TABLES, type Source, type Wanted } from './source.ts'
import { makeStaging, type Staging } from './staging.ts'

const ROWS_AT_ONCE = 2_000
const CONNECT_SECONDS = 10
const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``

type Run = (text: string, parameters?: unknown[]) => Promise<Cell[][]>

/** Reads a running MySQL or MariaDB in one snapshot into a temporary file. */
export async function readMysqlServer(address: MysqlAddress, wanted: Wanted): Promise<Source> {
  const name = mysqlName(address)
  const { host: hostname, user: username, port, password, database, tls } = address
  const staging = makeStaging(wanted.withLogs)
  const pool = new SQL({
    adapter: 'mysql',
    ...{ hostname, port, username, password, database },
    ...(tls && { tls }),
    // One connection: a snapshot belongs to it.
    max: 1,
    connectionTimeout: CONNECT_SECONDS,
  })
  try {
    const connection = await pool.reserve()
    const run: Run = (text, parameters) => connection.unsafe(text, parameters).values()
    if (address.readsOnly) await run('set session transaction read only')
    else await refuseWriter(run, name)
    await run('set session transaction isolation level repeatable read')
    await run('start transaction with consistent snapshot, read only')
    const tables = await columnsByTable(run)
    if (wanted.withLogs && !wanted.ofRunning) refuseWithoutRoom({ name, bytes: await bytesOf(run), folder: tmpdir() })
    for (const [table, columns] of tables) await readTable(run, staging, { table, columns, wanted })
    const before = await restSums(run, tables)
    await run('commit')
    if (!wanted.ofRunning && before !== (await restSums(run, tables)))
      throw new SourceProblem(`${name} is still in use, its balances change: stop its gateway and try again.`)
    connection.release()
    return staging.finish({ name, kind: 'mysql' })
  } catch (error) {
    staging.discard()
    if (error instanceof SourceProblem) throw error
    throw new SourceProblem(`${name} cannot be read (${(error as Error).message}).`)
  } finally {
    await pool.close({ timeout: 0 }).catch(() => undefined)
  }
}

/** What the tables take there, about; the log is nearly all of it. */
async function bytesOf(run: Run): Promise<number> {
  const [row] = await run(
    'select cast(sum(data_length) as char) from information_schema.tables where table_schema = database()',
  )
  return Number(row?.[0] ?? 0)
}

/** Explaining a statement takes the right to run it, and runs nothing. */
const WRITES = ['users', 'logs'].flatMap(table => [
  `explain update ${table} set id = id where 1 = 0`,
  `explain delete from ${table} where 1 = 0`,
  `explain insert into ${table} select * from ${table} where 1 = 0`,
])
/** Denied, in the whole database or for the table; or there is no such table. */
const CANNOT = new Set([1044, 1142, 1143, 1146])

/** A source is only ever read, so its access should allow no more. Any other answer than a refusal counts as leave to write. */
async function refuseWriter(run: Run, name: string): Promise<void> {
  for (const write of WRITES) {
    const code = await run(write).then(
      () => 0,
      (error: { errno?: unknown }) => Number(error.errno),
    )
    if (!CANNOT.has(code))
      throw new SourceProblem(
        `${name} may write to the source: give a user that may only read (GRANT SELECT), or add ?transaction_read_only=1 to the address.`,
      )
  }
}

async function columnsByTable(run: Run): Promise<Map<string, string[]>> {
  const rows = await run(
    'select table_name, column_name from information_schema.columns where table_schema = database() order by table_name, ordinal_position',
  )
  const tables = new Map<string, string[]>()
  for (const [table, column] of rows as string[][])
    tables.set(table as string, [...(tables.get(table as string) ?? []), column as string])
  return tables
}

interface Part {
  table: string
  columns: readonly string[]
  wanted: Wanted
}

/** Large tables have an id, by which they are read page by page. */
async function readTable(run: Run, staging: Staging, { table, columns, wanted }: Part): Promise<void> {
  const name = { place: '', table }
  staging.addTable(name, columns)
  const isLog = table === 'logs'
  if (!READ_TABLES.has(table) || (isLog && !wanted.withLogs)) return
  const cells = columns.map(column => `cast(${quoted(column)} as char)`).join(', ')
  const all = `select ${cells} from ${quoted(table)}`
  const at = columns.indexOf('id')
  if (at === -1) {
    for (const row of await run(all)) staging.addRow(name, columns, row)
    return
  }
  let behind = isLog && wanted.ofRunning ? wanted.ofRunning.logsAfter : Number.MIN_SAFE_INTEGER
  for (;;) {
    const page = await run(`${all} where id > ? order by id limit ${ROWS_AT_ONCE}`, [behind])
    for (const row of page) staging.addRow(name, columns, row)
    if (page.length < ROWS_AT_ONCE) return
    behind = Number(page.at(-1)?.[at])
  }
}

/** Figures that change with every call. */
async function restSums(run: Run, tables: ReadonlyMap<string, unknown>): Promise<string> {
  if (!tables.has('users')) return ''
  return JSON.stringify(await run('select cast(sum(quota) as char), cast(sum(used_quota) as char) from users'))
}
