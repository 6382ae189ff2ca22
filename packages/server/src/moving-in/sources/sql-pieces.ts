import { SourceProblem } from './problem.ts'
import type { Cell } from './source.ts'

export type Flavour = 'postgres' | 'mysql'

/** A part of a dump: a statement without its semicolon, a comment, or a row of the COPY statement before it. */
export type Piece = { statement: string } | { comment: string } | { cells: Cell[] }

/** No real dump has a longer statement. */
const LONGEST = 400_000_000

const [HASH, DOLLAR, DASH, SEMICOLON, SLASH, STAR, BACKSLASH] = [35, 36, 45, 59, 47, 42, 92]
const QUOTES = new Set([34, 39, 96])
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13)

/**
 * Splits a dump into pieces in one pass. `push` takes the next text and returns the pieces that end in it; `rest` returns what
 * has begun but not ended.
 */
export function sqlPieces(flavour: Flavour) {
  let buffer = ''
  /** The position in the buffer, and the beginning of the current piece. */
  let at = 0
  let start = 0
  let isCopy = false
  /** Whether the line that began the rows has not ended. */
  let isCopyLine = false
  /** The open quote, or 0. */
  let quote = 0
  let hasEscapes = false
  let comment: 'line' | 'block' | null = null
  /** What ends a text that is passed over: one in PostgreSQL’s dollar quotes, or MySQL’s routines with another delimiter. */
  let passedUntil = ''
  let isStatementBegun = false

  function push(text: string): Piece[] {
    const pieces: Piece[] = []
    buffer = start > 0 ? buffer.slice(start) + text : buffer + text
    at -= start
    start = 0
    if (buffer.length > LONGEST) throw new SourceProblem('A statement of this dump is longer than 400 MB.')
    while (at < buffer.length) {
      if (!inWhatIsBegun(pieces)) break
    }
    return pieces
  }

  function inWhatIsBegun(pieces: Piece[]): boolean {
    if (isCopy) return copyLine(pieces)
    if (comment) return inComment(pieces)
    if (passedUntil) return inPassed()
    return quote ? inQuote() : inStatement(pieces)
  }

  function inPassed(): boolean {
    const end = buffer.indexOf(passedUntil, at)
    if (end === -1) {
      at = Math.max(at, buffer.length - passedUntil.length + 1)
      return false
    }
    at = end + passedUntil.length
    if (!isStatementBegun) start = at
    passedUntil = ''
    return true
  }

  /** Reads a line that a client program and not the server takes; null: it needs more text. */
  function clientLine(): string | null {
    const end = buffer.indexOf('\n', at)
    if (end === -1) return null
    const line = buffer.slice(at, end)
    at = end + 1
    start = at
    return line
  }

  /** Reads a line of COPY rows. Returns false if it needs more text. */
  function copyLine(pieces: Piece[]): boolean {
    const end = buffer.indexOf('\n', at)
    if (end === -1) return false
    const line = buffer.slice(at, end)
    at = end + 1
    start = at
    if (isCopyLine) {
      isCopyLine = false
      return true
    }
    // A carriage return of a row itself is written as an escape.
    const row = line.endsWith('\r') ? line.slice(0, -1) : line
    if (row === '\\.') isCopy = false
    else pieces.push({ cells: row.split('\t').map(copiedCell) })
    return true
  }

  function inComment(pieces: Piece[]): boolean {
    const mark = comment === 'line' ? '\n' : '*/'
    const end = buffer.indexOf(mark, at)
    if (end === -1) {
      at = Math.max(at, buffer.length - 1)
      return false
    }
    at = end + mark.length
    comment = null
    if (isStatementBegun) return true
    pieces.push({ comment: buffer.slice(start, at) })
    start = at
    return true
  }

  function inQuote(): boolean {
    for (; at < buffer.length; at++) {
      const code = buffer.charCodeAt(at)
      if (code === BACKSLASH && hasEscapes) {
        // The next character belongs to it and may be in the next text.
        if (at + 1 === buffer.length) return false
        at++
      } else if (code === quote) {
        quote = 0
        at++
        return true
      }
    }
    return false
  }

  function inStatement(pieces: Piece[]): boolean {
    for (; at < buffer.length; at++) {
      const code = buffer.charCodeAt(at)
      if (isBlank(code)) continue
      if (code === DASH || code === SLASH) {
        if (at + 1 === buffer.length) return false
        const next = buffer.charCodeAt(at + 1)
        if ((code === DASH && next === DASH) || (code === SLASH && next === STAR)) {
          comment = code === DASH ? 'line' : 'block'
          if (!isStatementBegun) start = at
          at += 2
          return true
        }
      }
      if (code === HASH && flavour === 'mysql') {
        comment = 'line'
        if (!isStatementBegun) start = at
        at++
        return true
      }
      if (!isStatementBegun && (code === BACKSLASH || mayBeginDelimiter(at))) {
        if (code !== BACKSLASH && at + DELIMITER.length >= buffer.length) return false
        const line = clientLine()
        if (line === null) return false
        if (code === BACKSLASH) pieces.push({ statement: line })
        else if (!/^delimiter\s+;\s*$/i.test(line)) passedUntil = '\nDELIMITER ;'
        return true
      }
      if (code === DOLLAR && flavour === 'postgres') {
        const tag = DOLLAR_TAG.exec(buffer.slice(at, at + LONGEST_TAG))?.[0]
        if (!tag && at + LONGEST_TAG > buffer.length) return false
        // a dollar within a name begins nothing
        if (tag && !/[\w$]/.test(buffer[at - 1] ?? '')) {
          passedUntil = tag
          isStatementBegun = true
          at += tag.length
          return true
        }
      }
      if (code === SEMICOLON) {
        endStatement(pieces)
        return true
      }
      if (!isStatementBegun) start = at
      isStatementBegun = true
      if (QUOTES.has(code)) {
        quote = code
        hasEscapes = code === 39 && (flavour === 'mysql' || isEscapeString(buffer, at))
        at++
        return true
      }
    }
    return false
  }

  /** Whether the word begins here, as far as the text goes. */
  function mayBeginDelimiter(at: number): boolean {
    const begin = buffer.slice(at, at + DELIMITER.length + 1).toLowerCase()
    return (
      flavour === 'mysql' &&
      (begin.length > DELIMITER.length ? /^delimiter\s/.test(begin) : DELIMITER.startsWith(begin))
    )
  }

  function endStatement(pieces: Piece[]): void {
    const statement = buffer.slice(start, at)
    at++
    start = at
    if (!isStatementBegun) return
    isStatementBegun = false
    pieces.push({ statement })
    if (flavour !== 'postgres' || !/^copy\s/i.test(statement) || !/from\s+stdin\s*$/i.test(statement.slice(-20))) return
    // The rows begin on the next line.
    isCopy = true
    isCopyLine = true
  }

  return {
    push,
    rest: (): 'nothing' | 'a statement' | 'rows of a table' => {
      if (isCopy) return 'rows of a table'
      return isStatementBegun || quote || passedUntil ? 'a statement' : 'nothing'
    },
  }
}

/** `$$` or `$body$`. */
const DOLLAR_TAG = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/
/** PostgreSQL cuts names to 63 bytes. */
const LONGEST_TAG = 65
const DELIMITER = 'delimiter'

/** Whether `E'…'` begins here and the E does not end a word. */
const isEscapeString = (text: string, at: number) =>
  /[eE]/.test(text[at - 1] ?? '') && !/[A-Za-z0-9_]/.test(text[at - 2] ?? ' ')

const NAMED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function copiedCell(text: string): Cell {
  if (text === '\\N') return null
  if (!text.includes('\\')) return text
  return text.replace(/\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|[\s\S])/g, (_, code: string) => {
    if (NAMED[code] !== undefined) return NAMED[code]
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    return code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : code
  })
}
