import { asObject, type Json } from '../formats/json.ts'

/** Longer base64 is not text that anybody reads. */
const LONGEST = 200

/** Images and files without their content: megabytes of text are useless as code. */
export function shortenMedia(value: Json | undefined): Json {
  if (typeof value === 'string') return value.length > LONGEST ? shortened(value) : value
  if (Array.isArray(value)) return value.map(shortenMedia)
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(Object.entries(asObject(value)).map(([name, member]) => [name, shortenMedia(member)]))
}

function shortened(text: string): string {
  const start = /^data:[\w/+.-]+;base64,/.exec(text)?.[0] ?? ''
  const rest = text.slice(start.length, start.length + LONGEST)
  return start !== '' || /^[A-Za-z0-9+/]+$/.test(rest) ? `${start}${rest.slice(0, 16)}…` : text
}
