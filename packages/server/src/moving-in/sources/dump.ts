import { SourceProblem } from './problem.ts'
import type { Cell, Source } from './source.ts'
import { type Flavour, type Piece, sqlPieces } from './sql-pieces.ts'
import { readStatement } from './sql-statement.ts'
import { makeStaging, type Staging } from './staging.ts'

/** How dump programs mark the beginning and the end of a complete dump. */
const MARKS: Record<Flavour, { head: RegExp; end: RegExp }> = {
  postgres: { head: /PostgreSQL database dump/, end: /PostgreSQL database dump complete/ },
  mysql: { head: /(MySQL|MariaDB) dump/, end: /Dump completed/ },
}

export const flavourOf = (head: string): Flavour | null => {
  if (MARKS.postgres.head.test(head) || /^copy .* from stdin;$/im.test(head)) return 'postgres'
  return MARKS.mysql.head.test(head) || /^create table `/im.test(head) || /^insert into `/im.test(head)
    ? 'mysql'
    : /^(create table|insert into) /im.test(head)
      ? 'postgres'
      : null
}

/** Reads a dump of PostgreSQL, MySQL or MariaDB into a temporary file. */
export async function readDump(
  chunks: AsyncIterable<string>,
  { name, flavour, withLogs, sha256 }: { name: string; flavour: Flavour; withLogs: boolean; sha256: () => string },
): Promise<Source> {
  const staging = makeStaging(withLogs)
  try {
    const pieces = sqlPieces(flavour)
    const read = pieceReader(staging, flavour)
    for await (const chunk of chunks) for (const piece of pieces.push(chunk)) read.take(piece)
    const begun = pieces.rest()
    // The last comment may lack a line break.
    if (begun === 'nothing') for (const piece of pieces.push('\n')) read.take(piece)
    else throw new SourceProblem(`${name} is truncated: it ends within ${begun}.`)
    if (read.hasHead() && !read.hasEnd())
      throw new SourceProblem(`${name} is truncated: the line that ends a complete dump is missing.`)
    return staging.finish(name, sha256())
  } catch (error) {
    staging.discard()
    throw error
  }
}

const OTHER_CHARSET = /set\s+(?:names\s+|client_encoding\s*(?:=|to)\s*)'?([\w-]+)/i
const UTF8 = /^(utf-?8(mb[34])?|unicode)$/i

function pieceReader(staging: Staging, flavour: Flavour) {
  let copied: { table: string; columns: readonly string[] } | null = null
  let hasHead = false
  let hasEnd = false

  function checkCharset(text: string): void {
    const charset = OTHER_CHARSET.exec(text)?.[1]
    if (charset && !UTF8.test(charset))
      throw new SourceProblem(
        `This dump is in the charset ${charset}: make it again in ${flavour === 'mysql' ? 'utf8mb4 (--default-character-set=utf8mb4)' : 'UTF8 (--encoding=UTF8)'}.`,
      )
  }

  const columnsOf = (table: string, named: readonly string[] | null) => {
    const columns = named ?? staging.columnsOf(table)
    if (!columns)
      throw new SourceProblem(`The rows of ${table} come without its columns: make the dump with its CREATE TABLE.`)
    return columns
  }

  function takeStatement(statement: string): void {
    checkCharset(statement.slice(0, 100))
    const read = readStatement(statement, flavour)
    if (!read) return
    if (read.kind !== 'table') {
      const columns = columnsOf(read.table, read.columns)
      if (!staging.columnsOf(read.table)) staging.addTable(read.table, columns)
      if (read.kind === 'copy') copied = { table: read.table, columns }
      else for (const row of read.rows) staging.addRow(read.table, columns, row)
    } else staging.addTable(read.table, read.columns)
  }

  const addCopied = (cells: Cell[]) => copied && staging.addRow(copied.table, copied.columns, cells)

  return {
    take(piece: Piece): void {
      if ('cells' in piece) addCopied(piece.cells)
      else if ('statement' in piece) takeStatement(piece.statement)
      else {
        checkCharset(piece.comment.slice(0, 200))
        hasHead ||= MARKS[flavour].head.test(piece.comment)
        hasEnd ||= MARKS[flavour].end.test(piece.comment)
      }
    },
    hasHead: () => hasHead,
    hasEnd: () => hasEnd,
  }
}
