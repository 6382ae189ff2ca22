/** Below it a body is read as text: its media are small. */
const WORTH_A_LOOK = 16_384
const SHORTEST_MEDIUM = 1_024
/** What stands before encoded media in the dialects: data URLs, and `"data": "…"` members. */
const IN_URL = ';base64,'
const MEMBER = '"data"'
const colon = 0x3a
const quote = 0x22

/** How much of a request's text is text, and how many encoded media it carries; no tokenizer, no parsing. */
export function measure(body: string): { textBytes: number; mediaParts: number } {
  const bytes = Buffer.byteLength(body)
  if (body.length < WORTH_A_LOOK) return { textBytes: bytes, mediaParts: 0 }
  let mediaCharacters = 0
  let mediaParts = 0
  let inUrl = body.indexOf(IN_URL)
  let member = body.indexOf(MEMBER)
  while (inUrl >= 0 || member >= 0) {
    const isUrl = inUrl >= 0 && (member < 0 || inUrl < member)
    const start = isUrl ? inUrl + IN_URL.length : startOfText(body, member + MEMBER.length)
    // native searches: a regular expression stops at every quote
    const end = start === null ? member + MEMBER.length : body.indexOf('"', start)
    if (end < 0) break
    if (start !== null && end - start >= SHORTEST_MEDIUM) {
      mediaCharacters += end - start
      mediaParts += 1
    }
    if (inUrl >= 0 && inUrl < end) inUrl = body.indexOf(IN_URL, end)
    if (member >= 0 && member < end) member = body.indexOf(MEMBER, end)
  }
  return { textBytes: bytes - mediaCharacters, mediaParts }
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
