import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

const PRAGMAS = [
  'journal_mode = WAL',
  // A killed process loses nothing; a power cut may lose the last moments, never consistency.
  'synchronous = NORMAL',
  'busy_timeout = 5000',
  'foreign_keys = ON',
  // 16 MB of log between copies into the database: a page changed by many commits is then copied once.
  'wal_autocheckpoint = 4000',
  'cache_size = -32000',
  'temp_store = MEMORY',
]

/** Kysely's dialect for Bun's SQLite: one connection, one writer, each statement prepared once. */
export class BunSqliteDialect implements Dialect {
  constructor(private readonly path: string) {}
  createDriver = (): Driver => new BunSqliteDriver(this.path)
  createQueryCompiler = () => new SqliteQueryCompiler()
  createAdapter = () => new TransactionalSqliteAdapter()
  createIntrospector = (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db)
}

/** SQLite also rolls back schema changes; Kysely's adapter does not declare it. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class BunSqliteDriver implements Driver {
  private connection?: BunSqliteConnection
  private database?: Database
  /** Resolves when the connection is free again; callers queue on it. */
  private free: Promise<void> = Promise.resolve()
  private release: () => void = () => undefined

  constructor(private readonly path: string) {}

  async init(): Promise<void> {
    this.database = new Database(this.path, { create: true })
    for (const pragma of PRAGMAS) this.database.run(`PRAGMA ${pragma}`)
    // A read-only file opens without error; a write here shows it at the start instead of to the first caller.
    for (const step of ['begin immediate', 'pragma user_version = 1', 'rollback']) this.database.run(step)
    this.connection = new BunSqliteConnection(this.database)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.free
    let done = () => {}
    this.free = new Promise(resolve => {
      done = resolve
    })
    await before
    this.release = done
    if (!this.connection) throw new Error('the database is closed')
    return this.connection
  }

  async releaseConnection(): Promise<void> {
    this.release()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After errors such as a full disk SQLite has rolled back already; another error here would hide the first one.
    if (!this.database?.inTransaction) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    await this.free
    this.connection?.forget()
    this.database?.close()
  }
}

interface Prepared {
  statement: Statement
  returnsRows: boolean
}

/** Limits the cache: queries with a parameter for each list item have many different texts. */
const MOST_PREPARED = 1_000

class BunSqliteConnection implements DatabaseConnection {
  /** `Database.query` caches only the last few texts. */
  private readonly prepared = new Map<string, Prepared>()

  constructor(private readonly database: Database) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, returnsRows } = this.prepared.get(query.sql) ?? this.prepare(query.sql)
    const parameters = query.parameters as SQLQueryBindings[]
    if (returnsRows) return { rows: statement.all(...parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  private prepare(text: string): Prepared {
    const statement = this.database.prepare(text)
    const prepared = { statement, returnsRows: statement.columnNames.length > 0 }
    if (this.prepared.size >= MOST_PREPARED) this.forget()
    this.prepared.set(text, prepared)
    return prepared
  }

  /** Finalises all statements, which would otherwise keep the database file open. */
  forget(): void {
    for (const { statement } of this.prepared.values()) statement.finalize()
    this.prepared.clear()
  }

  // biome-ignore lint/correctness/useYield: SQLite answers at once; nothing here streams rows.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming rows is not supported on SQLite')
  }
}
