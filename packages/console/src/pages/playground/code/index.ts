import type { PlaygroundFormat } from '@tollgate/contract'
import type { ModelRequest, WrittenRequest } from '../formats/format.ts'
import { formats } from '../formats/index.ts'
import { asObject } from '../formats/json.ts'
import { curl } from './curl.ts'
import { python } from './python.ts'
import { shortenMedia } from './shorten-media.ts'
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
