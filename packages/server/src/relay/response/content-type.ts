/**
 * Returns a content type in lower case, with its parameters unchanged.
 * https://www.rfc-editor.org/rfc/rfc9110#field.content-type
 */
export function readContentType(header: string | null): string {
  if (!header) return ''
  const kind = kindOf(header)
  return kind + header.slice(header.indexOf(';') < 0 ? header.length : header.indexOf(';'))
}

/** Whether a browser would run it or render it as a page, which no model's answer should be. */
export const isMarkup = (contentType: string): boolean => MARKUP.test(kindOf(contentType))

/** Whether it may be sent under its own type; any other is sent as plain bytes. */
export const isHarmless = (contentType: string): boolean => {
  const kind = kindOf(contentType)
  return HARMLESS.has(kind) || HARMLESS_KINDS.test(kind)
}

function kindOf(contentType: string): string {
  const end = contentType.indexOf(';')
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}

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
