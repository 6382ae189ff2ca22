/**
 * The words of a shell's line, with quotes and escapes taken out, in one pass. Lines that end in a backslash go on; variables stay
 * as they are written. A quote that is not closed ends with the text.
 */
export function shellWords(text: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  const add = (piece: string) => {
    word = (word ?? '') + piece
  }
  while (at < text.length) {
    const letter = text.charAt(at)
    const next = text.charAt(at + 1)
    if (letter === '\\' && (next === '\n' || next === '\r')) {
      at += next === '\r' && text.charAt(at + 2) === '\n' ? 3 : 2
    } else if (letter === '\\') {
      add(next)
      at += 2
    } else if (letter === "'" || (letter === '$' && next === "'")) {
      const { piece, end } = letter === '$' ? escaped(text, at + 2) : literal(text, at + 1)
      add(piece)
      at = end
    } else if (letter === '"') {
      const { piece, end } = quoted(text, at + 1)
      add(piece)
      at = end
    } else if (BLANKS.has(letter)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += 1
    } else {
      add(letter)
      at += 1
    }
  }
  if (word !== undefined) words.push(word)
  return words
}

const BLANKS = new Set(' \t\r\n')
/** What a backslash escapes between double quotes; before anything else it stays. */
const ESCAPED_IN_QUOTES = new Set('"\\$`')
const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

interface Piece {
  piece: string
  /** The place after its closing quote. */
  end: number
}

function literal(text: string, start: number): Piece {
  const close = text.indexOf("'", start)
  const end = close < 0 ? text.length : close
  return { piece: text.slice(start, end), end: end + 1 }
}

function quoted(text: string, start: number): Piece {
  let piece = ''
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charAt(at)
    const next = text.charAt(at + 1)
    if (letter === '"') return { piece, end: at + 1 }
    if (letter === '\\' && next === '\n') at += 1
    else if (letter === '\\' && ESCAPED_IN_QUOTES.has(next)) {
      piece += next
      at += 1
    } else piece += letter
  }
  return { piece, end: text.length }
}

/** `$'…'`, as browsers copy calls. */
function escaped(text: string, start: number): Piece {
  let piece = ''
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (letter === "'") return { piece, end: at + 1 }
    if (letter !== '\\') piece += letter
    else {
      at += 1
      piece += NAMED[text.charAt(at)] ?? text.charAt(at)
    }
  }
  return { piece, end: text.length }
}
