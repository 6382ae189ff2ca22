import { SourceProblem } from './problem.ts'
import type { Cell, Source } from './source.ts'
import { type Flavour, type Piece, sqlPieces } from './sql-pieces.ts'
import { readStatement } from './sql-statement.ts'
import { makeStaging, type Staging, type TableName } from './staging.ts'

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
    return staging.finish({ name, kind: flavour, sha256: sha256() })
  } catch (error) {
    staging.discard()
    throw error
  }
}

const OTHER_CHARSET = /set\s+(?:names\s+|client_encoding\s*(?:=|to)\s*)'?([\w-]+)/i
const SETTING = /^(?:\/\*!\d+\s*)?set\s/i
const UTF8 = /^(utf-?8(mb[34])?|unicode)$/i

function pieceReader(staging: Staging, flavour: Flavour) {
  let copied: { name: TableName; columns: readonly string[] } | null = null
  let place = ''
  let hasHead = false
  let hasEnd = false

  /** Only settings count: a row may hold any text. */
  function checkSetting(text: string): void {
    if (!SETTING.test(text)) return
    if (/sql_mode\s*=\s*['"][^'"]*no_backslash_escapes/i.test(text))
      throw new SourceProblem('This dump was made with NO_BACKSLASH_ESCAPES: make it again without that mode.')
    const charset = OTHER_CHARSET.exec(text)?.[1]
    if (charset && !UTF8.test(charset))
      throw new SourceProblem(
        `This dump is in the charset ${charset}: make it again in ${flavour === 'mysql' ? 'utf8mb4 (--default-character-set=utf8mb4)' : 'UTF8 (--encoding=UTF8)'}.`,
      )
  }

  const columnsOf = (name: TableName, named: readonly string[] | null) => {
    const columns = named ?? staging.columnsOf(name)
    if (!columns)
      throw new SourceProblem(
        `The rows of ${name.table} come without its columns: make the dump with its CREATE TABLE.`,
      )
    return columns
  }

  function takeStatement(statement: string): void {
    checkSetting(statement.slice(0, 200))
    const read = readStatement(statement, flavour)
    if (!read) return
    if (read.kind === 'place') {
      place = read.place
      return
    }
    const name = { ...read.name, place: read.name.place || place }
    if (read.kind === 'table') {
      staging.addTable(name, read.columns)
      return
    }
    const columns = columnsOf(name, read.columns)
    if (!staging.columnsOf(name)) staging.addTable(name, columns)
    if (read.kind === 'copy') copied = { name, columns }
    else for (const row of read.rows) staging.addRow(name, columns, row)
  }

  const addCopied = (cells: Cell[]) => copied && staging.addRow(copied.name, copied.columns, cells)

  return {
    take(piece: Piece): void {
      if ('cells' in piece) addCopied(piece.cells)
      else if ('statement' in piece) takeStatement(piece.statement)
      else {
        checkSetting(piece.comment.slice(0, 200))
        hasHead ||= MARKS[flavour].head.test(piece.comment)
        hasEnd ||= MARKS[flavour].end.test(piece.comment)
      }
    },
    hasHead: () => hasHead,
    hasEnd: () => hasEnd,
  }
}
