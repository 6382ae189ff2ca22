import { Database, type Statement } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SourceProblem } from './problem.ts'
import { type Cell, READ_TABLES, type Source } from './source.ts'

const ROWS_IN_TRANSACTION = 20_000

/** A temporary SQLite file for the rows of a source that cannot be queried. Only this system user can read it. */
export interface Staging {
  addTable(name: string, columns: readonly string[]): void
  /** Returns the columns of an added table. */
  columnsOf(name: string): readonly string[] | undefined
  addRow(table: string, columns: readonly string[], cells: readonly Cell[]): void
  finish(name: string, sha256?: string): Source
  discard(): void
}

export function makeStaging(withLogs: boolean): Staging {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-import-'))
  const database = new Database(join(folder, 'rows.db'), { create: true })
  database.run('pragma journal_mode = off')
  database.run('pragma synchronous = off')
  database.run('begin')
  const tables = new Map<string, readonly string[]>()
  const inserts = new Map<string, Statement>()
  const digest = new Bun.CryptoHasher('sha256')
  let rows = 0

  const isRead = (table: string) => READ_TABLES.has(table) && (withLogs || table !== 'logs')
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
  const insertOf = (table: string, columns: readonly string[]) => {
    const key = `${table} ${columns.join(' ')}`
    const known = inserts.get(key)
    if (known) return known
    const made = database.prepare(
      `insert into ${quoted(table)} (${columns.map(quoted)}) values (${columns.map(() => '?')})`,
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

  return {
    addTable(name, columns) {
      if (tables.has(name) || columns.length === 0) return
      tables.set(name, columns)
      if (isRead(name))
        database.run(
          `create table ${quoted(name)} (${columns.map(column => (column === 'id' ? '"id" integer primary key' : quoted(column)))})`,
        )
    },
    columnsOf: name => tables.get(name),
    addRow(table, columns, cells) {
      if (!isRead(table)) return
      if (cells.length !== columns.length)
        throw new SourceProblem(`A row of ${table} has ${cells.length} values instead of ${columns.length}.`)
      digest.update(`${table} ${JSON.stringify(cells)}\n`)
      try {
        insertOf(table, columns).run(...cells)
      } catch (error) {
        if (isFull(error)) throw fullDisk(folder)
        const at = columns.indexOf('id')
        throw new SourceProblem(`A row of ${table} cannot be read: id ${cells[at]} (${(error as Error).message}).`)
      }
      if (++rows % ROWS_IN_TRANSACTION === 0) commit()
      if (rows % ROWS_IN_TRANSACTION === 0) database.run('begin')
    },
    finish(name, sha256) {
      commit()
      return {
        name,
        database,
        columns: tables,
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
