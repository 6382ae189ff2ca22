/**
 * A content type with its kind in small letters, as everybody here compares it; parameters stay as they are.
 * https://www.rfc-editor.org/rfc/rfc9110#field.content-type
 */
export function readContentType(header: string | null): string {
  if (!header) return ''
  const kind = kindOf(header)
  return kind + header.slice(header.indexOf(';') < 0 ? header.length : header.indexOf(';'))
}

/** What a browser would run or render as a page: no answer of a model's. */
export const isMarkup = (contentType: string): boolean => MARKUP.test(kindOf(contentType))

/** What goes to a client under its own name; anything else is bytes. */
export const isHarmless = (contentType: string): boolean => {
  const kind = kindOf(contentType)
  return HARMLESS.has(kind) || HARMLESS_KINDS.test(kind)
}

const kindOf = (contentType: string): string => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()

const MARKUP = /html|xml|xsl/
const HARMLESS: ReadonlySet<string> = new Set([
  'application/json',
  'text/event-stream',
  'application/octet-stream',
  'application/jsonl',
  'application/x-ndjson',
  'application/vnd.amazon.eventstream',
  // transcripts
  'text/plain',
  'text/vtt',
  'application/x-subrip',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
])
const HARMLESS_KINDS = /^(?:(?:audio|video)\/[a-z0-9.-]+|application\/[a-z0-9.-]+\+json)$/
