/**
 * A text, and for each of its code units the position in the text it was decoded from; the last entry is the end of
 * that text.
 */
export interface DecodedText {
  text: string
  starts: Uint32Array
}

/**
 * Returns a text with nothing left escaped: JSON and JavaScript escapes, percent encoding and HTML entities, mixed and
 * nested. Percent-encoded bytes become one unit each; backslashes that escape nothing are dropped, because their number
 * of doublings is unknown. Linear in the text's length.
 *
 * @returns null if nothing is escaped
 */
export function decodeEscapes(text: string): DecodedText | null {
  let decoded: DecodedText | null = null
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = decodeOnce(decoded?.text ?? text)
    if (!next) break
    decoded = decoded ? { text: next.text, starts: next.starts.map(at => decoded?.starts[at] ?? at) } : next
  }
  return decoded
}

/** One round removes any depth of one kind; more rounds are only needed if kinds are nested in each other. */
const MOST_ROUNDS = 6

const ESCAPES =
  /\\{1,16}u\{?([0-9a-f]{4})\}?|\\{1,16}x([0-9a-f]{2})|%(?:25){0,8}(?:u00)?([0-9a-f]{2})|&(?:amp;){0,8}#x([0-9a-f]{1,8});?|&(?:amp;){0,8}#(\d{1,8});?|&(?:amp;){0,8}([a-z]{2,8});|\\{1,16}([/"'`nrtbf]?)/gi

function decodeOnce(text: string): DecodedText | null {
  if (!/[\\%&]/.test(text)) return null
  let decoded = ''
  let from = 0
  const starts = new Uint32Array(text.length + 1)
  const keep = (until: number) => {
    for (let at = from; at < until; at++) starts[decoded.length + at - from] = at
    decoded += text.slice(from, until)
  }
  for (const match of text.matchAll(ESCAPES)) {
    const unit = unitOf(match)
    if (unit === null) continue
    keep(match.index)
    starts[decoded.length] = match.index
    decoded += unit
    from = match.index + match[0].length
  }
  if (from === 0) return null
  keep(text.length)
  starts[decoded.length] = text.length
  return { text: decoded, starts: starts.slice(0, decoded.length + 1) }
}

/** One unit or none; null: it only looked like an escape. */
function unitOf([, unicode, hex, percent, entityHex, entity, name, letter]: RegExpExecArray): string | null {
  const code = entity === undefined ? Number.parseInt(unicode ?? hex ?? percent ?? entityHex ?? '', 16) : Number(entity)
  if (!Number.isNaN(code)) return String.fromCharCode(code)
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? null
  return letter === undefined ? null : (CONTROLS[letter] ?? letter)
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Entities for characters that occur in keys and addresses. https://html.spec.whatwg.org/multipage/named-characters.html */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  gt: '>',
  lowbar: '_',
  lpar: '(',
  lt: '<',
  newline: '\n',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rpar: ')',
  semi: ';',
  sol: '/',
  tab: '\t',
  verbar: '|',
}
