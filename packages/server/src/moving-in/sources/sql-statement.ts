import { SourceProblem } from './problem.ts'
import type { Cell } from './source.ts'
import type { Flavour } from './sql-pieces.ts'

/** The content of a dump's statement about a table. */
export type Read =
  | { kind: 'table'; table: string; columns: string[] }
  /** `columns` null: the statement names none. */
  | { kind: 'rows'; table: string; columns: string[] | null; rows: Cell[][] }
  | { kind: 'copy'; table: string; columns: string[] }

const HEADS = {
  table: /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?/i,
  rows: /^(?:insert|replace)\s+(?:ignore\s+)?into\s+/i,
  copy: /^copy\s+/i,
}

/** Reads a statement that creates or fills a table; returns null for any other. */
export function readStatement(statement: string, flavour: Flavour): Read | null {
  const head = statement.slice(0, 60)
  for (const kind of ['table', 'rows', 'copy'] as const) {
    const begin = HEADS[kind].exec(head)
    if (begin) return readers[kind](cursorAt(statement, begin[0].length, flavour))
  }
  return null
}

type Cursor = ReturnType<typeof cursorAt>

const readers: Record<Read['kind'], (cursor: Cursor) => Read | null> = {
  table(cursor) {
    const table = cursor.name()
    if (!cursor.skip('(')) return null
    const columns: string[] = []
    do {
      const isQuoted = cursor.isAtQuote()
      const word = cursor.name()
      if (isQuoted || !cursor.constraints.has(word.toLowerCase())) columns.push(word)
      cursor.toNextItem()
    } while (cursor.skip(','))
    return { kind: 'table', table, columns }
  },
  copy(cursor) {
    const table = cursor.name()
    return { kind: 'copy', table, columns: cursor.names() ?? [] }
  },
  rows(cursor) {
    const table = cursor.name()
    const columns = cursor.names()
    if (!cursor.word('values')) throw new SourceProblem(`An INSERT into ${table} is in a form that is not known.`)
    const rows: Cell[][] = []
    do {
      const cells: Cell[] = []
      cursor.expect('(')
      do cells.push(cursor.value())
      while (cursor.skip(','))
      cursor.expect(')')
      rows.push(cells)
    } while (cursor.skip(','))
    return { kind: 'rows', table, columns, rows }
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
  /** Reads a name and returns its last part, such as `users` of `public.users`. */
  function name(): string {
    let read = ''
    do read = isAtQuote() ? quotedText(text[at] as string, false) : bare()
    while (skip('.'))
    return read === '' ? fail() : read
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
    const cell = text[at] === "'" ? quotedText("'", flavour === 'mysql') : wordOrNumber()
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
