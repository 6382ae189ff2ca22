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
} from 'kysely'
import type { Value } from '../batch.ts'
import { reportLimits } from '../report-limits.ts'
import { storableParameters } from '../storable.ts'
import { FoldingQueryCompiler } from './fold-case.ts'
import type { SessionKind, SqliteQuery, SqliteResult, SqliteService } from './service.ts'

/** Kysely's dialect over the service. `report` is for long reads, which must only read. */
export function sqliteDialect(service: SqliteService, kind: SessionKind): Dialect {
  return {
    createDriver: () => driver(service, kind),
    createQueryCompiler: () => new FoldingQueryCompiler(),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db),
  }
}

/** SQLite can roll back schema changes too; Kysely's adapter does not declare that. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const BEGIN: Record<SessionKind, CompiledQuery> = {
  writer: CompiledQuery.raw('begin immediate'),
  report: CompiledQuery.raw('begin'),
}
const COMMIT = CompiledQuery.raw('commit')

function driver(service: SqliteService, kind: SessionKind): Driver {
  // Kysely passes back what `acquireConnection` returned.
  const own = (connection: DatabaseConnection) => connection as SqliteConnection
  return {
    init: async () => undefined,
    acquireConnection: async () => connection(service, kind),
    async beginTransaction(connection) {
      await connection.executeQuery(BEGIN[kind])
    },
    async commitTransaction(connection) {
      await connection.executeQuery(COMMIT)
    },
    // Closing rolls back, unless SQLite did so already.
    rollbackTransaction: connection => own(connection).close(),
    releaseConnection: connection => own(connection).close(),
    destroy: () => service.close(),
  }
}

interface SqliteConnection extends DatabaseConnection {
  close(): Promise<void>
}

/** Kysely requests a connection before it says what for, so the first statement that needs a session opens it. */
function connection(service: SqliteService, kind: SessionKind): SqliteConnection {
  let session: number | undefined

  const lone = (query: SqliteQuery): Promise<SqliteResult> =>
    kind === 'report' ? service.report(query, reportLimits()) : service.read(query)

  return {
    async executeQuery<Row>({ sql, parameters, query: node }: CompiledQuery): Promise<QueryResult<Row>> {
      const query = { text: sql, parameters: storableParameters(parameters as readonly Value[]) }
      if (session === undefined && onlyReads(sql, node.kind)) return rowsOf(await lone(query))
      session ??= await service.openSession(kind, reportLimits())
      return rowsOf(await service.inSession(session, query, reportLimits()))
    },
    async close() {
      if (session === undefined) return
      const closed = session
      session = undefined
      await service.closeSession(closed)
    },
    // biome-ignore lint/correctness/useYield: SQLite answers at once; nothing here streams rows.
    async *streamQuery(): AsyncIterableIterator<never> {
      throw new Error('streaming rows is not supported on SQLite')
    },
  }
}

/** Returns whether a statement certainly writes nothing. A doubtful statement goes to the writer, which is safe. */
export function onlyReads(text: string, node: string): boolean {
  if (node === 'SelectQueryNode') return true
  if (/^\s*(?:select|values)\b/i.test(text)) return true
  return /^\s*with\b/i.test(text) && !/\b(?:insert|update|delete|replace)\b/i.test(text)
}

/** The caller knows the type of the rows. */
const rowsOf = <Row>({ rows, changed, insertId }: SqliteResult): QueryResult<Row> =>
  rows.length > 0 ? { rows: rows as Row[] } : { rows: [], numAffectedRows: BigInt(changed), insertId: BigInt(insertId) }
