import { isObject, type JsonObject, objectOrEmpty } from '../../raw/json.ts'

/**
 * Returns how many searches a chunk or a whole answer shows, for hosts that do not count them in their usage. It is
 * called for every chunk, so nothing is allocated.
 */
export function searchesBilled(chunk: JsonObject): number {
  // Zhipu lists its results; Moonshot calls its own tool, whose arguments the client sends back.
  let searches = hasItems(chunk.web_search) ? 1 : 0
  if (!Array.isArray(chunk.choices)) return searches
  for (const choice of chunk.choices) {
    const message: unknown = isObject(choice) ? (choice.delta ?? choice.message) : null
    if (!isObject(message) || !hasItems(message.tool_calls)) continue
    for (const call of message.tool_calls as unknown[])
      if (isObject(call) && objectOrEmpty(call.function).name === '$web_search') searches += 1
  }
  return searches
}

const hasItems = (value: unknown): boolean => Array.isArray(value) && value.length > 0
