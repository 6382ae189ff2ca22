/** Below it a body is read as text: its media are small. */
const WORTH_A_LOOK = 16_384
const SHORTEST_MEDIUM = 1_024
/** What stands before encoded media in the dialects: data URLs, and `"data": "…"` members. */
const BEFORE_MEDIA = /;base64,|"data"\s*:\s*"/g

/** How much of a request's text is text, and how many encoded media it carries; no tokenizer, no parsing. */
export function measure(body: string): { textBytes: number; mediaParts: number } {
  if (body.length < WORTH_A_LOOK) return { textBytes: Buffer.byteLength(body), mediaParts: 0 }
  let mediaCharacters = 0
  let mediaParts = 0
  BEFORE_MEDIA.lastIndex = 0
  for (let match = BEFORE_MEDIA.exec(body); match; match = BEFORE_MEDIA.exec(body)) {
    const start = BEFORE_MEDIA.lastIndex
    const end = body.indexOf('"', start)
    if (end < 0) break
    BEFORE_MEDIA.lastIndex = end
    if (end - start < SHORTEST_MEDIUM) continue
    mediaCharacters += end - start
    mediaParts += 1
  }
  return { textBytes: Buffer.byteLength(body) - mediaCharacters, mediaParts }
}
