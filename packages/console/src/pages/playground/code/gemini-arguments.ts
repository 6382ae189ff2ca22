import type { WrittenRequest } from '../formats/format.ts'
import { asObject, defined, type JsonObject } from '../formats/json.ts'

/** A request as Google's packages take it: all but the contents in one `config`. */
export function geminiArguments({ path, body }: WrittenRequest): JsonObject {
  const model = decodeURIComponent(/\/models\/([^:]+):/.exec(path)?.[1] ?? '')
  const { contents, generationConfig, ...rest } = body
  const config = defined({ ...asObject(generationConfig), ...rest })
  return defined({ model, contents, config: Object.keys(config).length > 0 ? config : undefined })
}
