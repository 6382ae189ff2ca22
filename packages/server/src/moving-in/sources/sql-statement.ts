import { SourceProblem } from './problem.ts'
import type { Cell } from './source.ts'
import type { Flavour } from './sql-pieces.ts'
import type { TableName } from './staging.ts'

/** The content of a dump's statement about a table. */
export type Read =
  | { kind: 'table'; name: TableName; columns: string[] }
  /** `columns` null: the statement names none. */
  | { kind: 'rows'; name: TableName; columns: string[] | null; rows: Cell[][] }
  | { kind: 'copy'; name: TableName; columns: string[] }
  /** Unqualified names are of this place from here on. */
  | { kind: 'place'; place: string }

const HEADS = {
  table: /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?/i,
  rows: /^(?:insert|replace)\s+(?:(?:low_priority|delayed|high_priority)\s+)?(?:ignore\s+)?into\s+/i,
  copy: /^copy\s+/i,
  place: /^(?:use\s+|set\s+search_path\s*(?:=|to)\s*|\\connect\s+)/i,
}

/** Reads a statement that creates or fills a table; returns null for any other. */
export function readStatement(statement: string, flavour: Flavour): Read | null {
  const head = statement.slice(0, 60)
  for (const kind of ['table', 'rows', 'copy', 'place'] as const) {
    const begin = HEADS[kind].exec(head)
    if (begin) return readers[kind](cursorAt(statement, begin[0].length, flavour))
  }
  return null
}

type Cursor = ReturnType<typeof cursorAt>

const readers: Record<Read['kind'], (cursor: Cursor) => Read | null> = {
  place(cursor) {
    const place = cursor.placeName()
    // A dump of PostgreSQL that qualifies every name has an empty search path.
    return place === '' ? null : { kind: 'place', place }
  },
  table(cursor) {
    const name = cursor.tableName()
    if (!cursor.skip('(')) return null
    const columns: string[] = []
    do {
      const isQuoted = cursor.isAtQuote()
      const word = cursor.name()
      if (isQuoted || !cursor.constraints.has(word.toLowerCase())) columns.push(word)
      cursor.toNextItem()
    } while (cursor.skip(','))
    return { kind: 'table', name, columns }
  },
  copy(cursor) {
    const name = cursor.tableName()
    return { kind: 'copy', name, columns: cursor.names() ?? [] }
  },
  rows(cursor) {
    const name = cursor.tableName()
    const columns = cursor.names()
    if (!cursor.word('values') && !cursor.word('value'))
      throw new SourceProblem(`An INSERT into ${name.table} is in a form that is not known.`)
    const rows: Cell[][] = []
    do {
      const cells: Cell[] = []
      cursor.expect('(')
      do cells.push(cursor.value())
      while (cursor.skip(','))
      cursor.expect(')')
      rows.push(cells)
    } while (cursor.skip(','))
    return { kind: 'rows', name, columns, rows }
  },
}

/** Items of CREATE TABLE that begin with these words are not columns. */
const CONSTRAINTS: Record<Flavour, ReadonlySet<string>> = {
  postgres: new Set(['primary', 'unique', 'constraint', 'check', 'foreign', 'exclude', 'like']),
  mysql: new Set(['primary', 'unique', 'constraint', 'check', 'foreign', 'key', 'index', 'fulltext', 'spatial']),
}
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', '0': '\0', Z: '\x1a' }

function cursorAt(text: string, begin: number, flavour: Flavour) {
  let at = begin
  const blanks = () => {
    while (at < text.length && text.charCodeAt(at) <= 32) at++
  }
  const fail = (): never => {
    throw new SourceProblem(`A statement cannot be read near “${text.slice(Math.max(0, at - 20), at + 40)}”.`)
  }
  const skip = (mark: string) => {
    blanks()
    if (text[at] !== mark) return false
    at++
    return true
  }
  const expect = (mark: string) => {
    if (!skip(mark)) fail()
  }
  const isAtQuote = () => {
    blanks()
    return text[at] === '"' || text[at] === '`'
  }
  const bare = () => {
    const from = at
    while (at < text.length && /[\w$@]/.test(text[at] ?? '')) at++
    return text.slice(from, at)
  }
  /** Reads a text up to its closing quote; a doubled quote counts as one. */
  function quotedText(quote: string, hasEscapes: boolean): string {
    let read = ''
    for (let from = ++at; ; at++) {
      if (at >= text.length) fail()
      const here = text[at]
      if (here === '\\' && hasEscapes) {
        const next = text[at + 1] ?? ''
        read += text.slice(from, at) + (ESCAPES[next] ?? next)
        from = ++at + 1
      } else if (here === quote) {
        read += text.slice(from, at)
        if (text[++at] !== quote) return read
        read += quote
        from = at + 1
      }
    }
  }
  function name(): string {
    const read = isAtQuote() ? quotedText(text[at] as string, false) : bare()
    return read === '' ? fail() : read
  }
  /** Reads a name such as `users` or `public.users`. */
  function tableName(): TableName {
    const parts = [name()]
    while (skip('.')) parts.push(name())
    return { place: parts.slice(0, -1).join('.'), table: parts.at(-1) as string }
  }
  function placeName(): string {
    blanks()
    if (text[at] === "'") return quotedText("'", false)
    return isAtQuote() ? quotedText(text[at] as string, false) : bare()
  }
  function names(): string[] | null {
    if (!skip('(')) return null
    const read = [name()]
    while (skip(',')) read.push(name())
    expect(')')
    return read
  }

  function value(): Cell {
    blanks()
    const quote = text[at]
    // MySQL writes texts in either quotes.
    const isText = quote === "'" || (quote === '"' && flavour === 'mysql')
    const cell = isText ? quotedText(quote, flavour === 'mysql') : wordOrNumber()
    // A PostgreSQL cast.
    if (skip(':')) while (at < text.length && text[at] !== ',' && text[at] !== ')') at++
    return cell
  }

  function wordOrNumber(): Cell {
    const from = at
    while (at < text.length && /[\w.+-]/.test(text[at] ?? '')) at++
    const word = text.slice(from, at)
    if (word === '') return fail()
    const lower = word.toLowerCase()
    if (lower === 'null') return null
    if (lower.startsWith('0x')) return Buffer.from(word.slice(2), 'hex').toString('utf8')
    if (lower === 'e') return quotedText("'", true)
    // `_binary 'text'`
    if (word.startsWith('_')) return value()
    if (text[at] === "'") {
      const read = quotedText("'", false)
      return lower === 'x' ? Buffer.from(read, 'hex').toString('utf8') : String(Number.parseInt(read, 2))
    }
    return word
  }

  return {
    constraints: CONSTRAINTS[flavour],
    skip,
    expect,
    isAtQuote,
    name,
    tableName,
    placeName,
    names,
    value,
    word(expected: string) {
      blanks()
      if (text.slice(at, at + expected.length).toLowerCase() !== expected) return false
      at += expected.length
      return true
    },
    /** Moves to the comma or bracket that ends a list item. */
    toNextItem() {
      for (let depth = 0; at < text.length; ) {
        const here = text[at] as string
        if (here === "'" || here === '"' || here === '`') quotedText(here, here === "'" && flavour === 'mysql')
        else {
          if (depth === 0 && (here === ',' || here === ')')) return
          if (here === '(') depth++
          if (here === ')') depth--
          at++
        }
      }
    },
  }
}
