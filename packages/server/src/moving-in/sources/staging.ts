import { Database, type Statement } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SourceProblem } from './problem.ts'
import { type Cell, READ_TABLES, type Source } from './source.ts'

const ROWS_IN_TRANSACTION = 20_000

/** A table, and the schema or database that it is in; empty where there is one. */
export interface TableName {
  place: string
  table: string
}

/** A temporary SQLite file for the rows of a source that cannot be queried. Only this system user can read it. */
export interface Staging {
  addTable(name: TableName, columns: readonly string[]): void
  /** Returns the columns of an added table. */
  columnsOf(name: TableName): readonly string[] | undefined
  addRow(name: TableName, columns: readonly string[], cells: readonly Cell[]): void
  /** Makes a source of the place with the tables of a gateway. @throws SourceProblem where several have them */
  finish(read: Pick<Source, 'name' | 'kind'> & { sha256?: string }): Source
  discard(): void
}

/** The tables by which a gateway’s place is known among others. */
const MARKS = ['users', 'tokens', 'channels', 'options']

export function makeStaging(withLogs: boolean): Staging {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-import-'))
  const database = new Database(join(folder, 'rows.db'), { create: true })
  database.run('pragma journal_mode = off')
  database.run('pragma synchronous = off')
  database.run('begin')
  const places = new Map<string, Map<string, readonly string[]>>()
  /** Why the rows of a place cannot be read, which matters if it is the gateway’s. */
  const faults = new Map<string, SourceProblem>()
  const inserts = new Map<string, Statement>()
  const digest = new Bun.CryptoHasher('sha256')
  let rows = 0

  const isRead = (table: string) => READ_TABLES.has(table) && (withLogs || table !== 'logs')
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
  const stored = ({ place, table }: TableName) => quoted(`${place}.${table}`)
  const insertOf = (name: TableName, columns: readonly string[]) => {
    const key = `${stored(name)} ${columns.join(' ')}`
    const known = inserts.get(key)
    if (known) return known
    const made = database.prepare(
      `insert into ${stored(name)} (${columns.map(quoted)}) values (${columns.map(() => '?')})`,
    )
    inserts.set(key, made)
    return made
  }
  const commit = () => {
    try {
      database.run('commit')
    } catch (error) {
      throw isFull(error) ? fullDisk(folder) : error
    }
  }
  const discard = () => {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  function gatewaysPlace(name: string): string {
    const fitting = [...places].filter(([, tables]) => MARKS.every(table => tables.has(table)))
    if (fitting.length > 1)
      throw new SourceProblem(
        `${name} has several gateways (${fitting.map(([place]) => place).join(', ')}): make a dump of one of them.`,
      )
    const counted = [...places].map(([place, tables]) => ({ place, tables: [...tables.keys()].filter(isRead).length }))
    return fitting[0]?.[0] ?? counted.sort((one, other) => other.tables - one.tables)[0]?.place ?? ''
  }

  return {
    addTable(name, columns) {
      const { place, table } = name
      const tables = places.get(place) ?? new Map<string, readonly string[]>()
      places.set(place, tables)
      if (tables.has(table) || columns.length === 0) return
      tables.set(table, columns)
      if (isRead(table))
        database.run(
          `create table ${stored(name)} (${columns.map(column => (column === 'id' ? '"id" integer primary key' : quoted(column)))})`,
        )
    },
    columnsOf: ({ place, table }) => places.get(place)?.get(table),
    addRow(name, columns, cells) {
      const { place, table } = name
      if (!isRead(table) || faults.has(place)) return
      if (cells.length !== columns.length)
        throw new SourceProblem(`A row of ${table} has ${cells.length} values instead of ${columns.length}.`)
      digest.update(`${table} ${JSON.stringify(cells)}\n`)
      try {
        insertOf(name, columns).run(...cells)
      } catch (error) {
        if (isFull(error)) throw fullDisk(folder)
        const id = cells[columns.indexOf('id')]
        const fault = `A row of ${table} cannot be read: id ${id} (${(error as Error).message}).`
        faults.set(place, new SourceProblem(fault))
        return
      }
      if (++rows % ROWS_IN_TRANSACTION === 0) commit()
      if (rows % ROWS_IN_TRANSACTION === 0) database.run('begin')
    },
    finish({ name, kind, sha256 }) {
      const place = gatewaysPlace(name)
      const fault = faults.get(place)
      if (fault) throw fault
      const columns = places.get(place) ?? new Map<string, readonly string[]>()
      for (const table of columns.keys())
        if (isRead(table)) database.run(`alter table ${stored({ place, table })} rename to ${quoted(table)}`)
      commit()
      return {
        name,
        database,
        kind,
        columns,
        hasLogs: withLogs,
        sha256: sha256 ?? digest.digest('hex'),
        close: discard,
      }
    },
    discard,
  }
}

const isFull = (error: unknown) => (error as { code?: unknown }).code === 'SQLITE_FULL'
const fullDisk = (folder: string) =>
  new SourceProblem(
    `The disk is full: the source does not fit into ${folder}. Name another folder with TMPDIR, or leave the log out with --logs none.`,
  )
