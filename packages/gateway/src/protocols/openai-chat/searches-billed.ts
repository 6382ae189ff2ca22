import { isObject, type JsonObject, objectOrEmpty } from '../../raw/json.ts'

/**
 * Returns how many searches a chunk or a whole answer shows to have been run, of hosts that do not count them in their usage.
 * Every chunk is asked, so nothing is allocated.
 */
export function searchesBilled(chunk: JsonObject): number {
  // Zhipu lists what it found; Moonshot calls a tool of its own, whose arguments the client sends back.
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
