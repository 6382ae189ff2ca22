/** Nothing shorter is taken for a medium, unless it begins as a picture does. */
const SHORTEST_MEDIUM = 1_024
/** What stands before encoded media in the dialects: data URLs, and `"data": "…"` members. */
const IN_URL = ';base64,'
const MEMBER = '"data"'
const colon = 0x3a
const quote = 0x22

/** How much of a request is text, in bytes, and what media it carries; characters are those of base64. */
export interface Measure {
  textBytes: number
  images: number
  soundCharacters: number
  fileCharacters: number
}

/** Returns the measure of a request's text; no tokenizer, no parsing. What media are, their first bytes tell. */
export function measure(body: string): Measure {
  const measured = { textBytes: Buffer.byteLength(body), images: 0, soundCharacters: 0, fileCharacters: 0 }
  let inUrl = body.indexOf(IN_URL)
  let member = body.indexOf(MEMBER)
  while (inUrl >= 0 || member >= 0) {
    const isUrl = inUrl >= 0 && (member < 0 || inUrl < member)
    const start = isUrl ? inUrl + IN_URL.length : startOfText(body, member + MEMBER.length)
    // native searches: a regular expression stops at every quote
    const end = start === null ? member + MEMBER.length : body.indexOf('"', start)
    if (end < 0) break
    if (start !== null) take(measured, body, start, end)
    if (inUrl >= 0 && inUrl < end) inUrl = body.indexOf(IN_URL, end)
    if (member >= 0 && member < end) member = body.indexOf(MEMBER, end)
  }
  return measured
}

function take(measured: Measure, body: string, start: number, end: number): void {
  const characters = end - start
  const kind = kindOf(body.slice(start, Math.min(end, start + HEAD_CHARACTERS)))
  if (characters < SHORTEST_MEDIUM && kind !== 'image') return
  measured.textBytes -= characters
  if (kind === 'image') measured.images += 1
  else measured[kind === 'sound' ? 'soundCharacters' : 'fileCharacters'] += characters
}

const HEAD_CHARACTERS = 24

/** Sound and film have tokens by their length, pictures by the piece, files by what is written in them. */
const KINDS: readonly [begins: RegExp, kind: 'image' | 'sound'][] = [
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF[\s\S]{4}WEBP)/, 'image'],
  [/^(?:RIFF[\s\S]{4}WAVE|ID3|\xff[\xe0-\xff]|OggS|fLaC|[\s\S]{4}ftyp)/, 'sound'],
]

function kindOf(base64: string): 'image' | 'sound' | 'file' {
  const head = Buffer.from(base64, 'base64').toString('latin1')
  return KINDS.find(([begins]) => begins.test(head))?.[1] ?? 'file'
}

/** Behind the quote a member's text begins with; null: its value is no text. */
function startOfText(body: string, behindName: number): number | null {
  const behindColon = skipSpace(body, behindName) + 1
  if (body.charCodeAt(behindColon - 1) !== colon) return null
  const start = skipSpace(body, behindColon)
  return body.charCodeAt(start) === quote ? start + 1 : null
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) <= 0x20) at++
  return at
}
