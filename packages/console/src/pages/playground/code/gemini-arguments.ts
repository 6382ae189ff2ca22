import type { WrittenRequest } from '../formats/format.ts'
import { asObject, defined, type JsonObject } from '../formats/json.ts'

/** A request in the form of Google's packages: everything but the contents in one `config`. */
export function geminiArguments({ path, body }: WrittenRequest): JsonObject {
  const model = decodeURIComponent(/^\/v1beta\/models\/([^:]+):/.exec(path)?.[1] ?? '')
  const { contents, generationConfig, ...rest } = body
  const config = defined({ ...asObject(generationConfig), ...rest })
  return defined({ model, contents, config: Object.keys(config).length > 0 ? config : undefined })
}
