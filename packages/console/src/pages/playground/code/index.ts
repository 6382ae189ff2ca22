import type { PlaygroundFormat } from '@tollgate/contract'
import type { ModelRequest, WrittenRequest } from '../formats/format.ts'
import { formats } from '../formats/index.ts'
import { asObject, type Json } from '../formats/json.ts'
import { curl } from './curl.ts'
import { python } from './python.ts'
import { typescript } from './typescript.ts'

const writers = { curl, Python: python, TypeScript: typescript }

export type CodeLanguage = keyof typeof writers
// The table's own keys.
export const CODE_LANGUAGES = Object.keys(writers) as CodeLanguage[]

/** A request as code, with the key in the environment. `address`: the gateway's. */
export function codeOf(
  request: ModelRequest,
  format: PlaygroundFormat,
  language: CodeLanguage,
  address: string,
): string {
  const { path, body } = formats[format].write(request)
  const written: WrittenRequest = { path, body: asObject(shortenMedia(body)) }
  return writers[language](format, written, address)
}

/** Longer base64 is not text that anybody reads. */
const LONGEST = 200

/** Images and files without their content: megabytes of text are useless as code. */
function shortenMedia(value: Json | undefined): Json {
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
