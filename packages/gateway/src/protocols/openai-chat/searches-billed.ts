import { asArray, asObjects, type JsonObject, objectOrEmpty } from '../../raw/json.ts'

/** Returns the searches that a chunk or a whole answer shows to have been run, of hosts that do not count them in their usage. */
export function searchesBilled(chunk: JsonObject): Record<string, number> {
  // Zhipu lists what it found; Moonshot calls a tool of its own, whose arguments the client sends back.
  const listed = asArray(chunk.web_search).length > 0 ? 1 : 0
  const called = asObjects(chunk.choices)
    .flatMap(choice => asObjects(objectOrEmpty(choice.delta ?? choice.message).tool_calls))
    .filter(call => objectOrEmpty(call.function).name === '$web_search').length
  return listed + called > 0 ? { web_search: listed + called } : {}
}
