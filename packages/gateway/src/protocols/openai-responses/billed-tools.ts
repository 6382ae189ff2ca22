import { asText, type JsonObject, objectOrEmpty } from '../../raw/json.ts'

// Output items that are billed calls of tools OpenAI or xAI runs itself.
const toolOfItem = new Map(
  ['web_search', 'file_search', 'x_search', 'collections_search'].map(tool => [`${tool}_call`, tool]),
)

/**
 * Returns the billed tool, by its canonical name, that a finished output item of OpenAI's Responses calls; null: none. Of a web
 * search's actions only the search itself is billed, not opening a page it found.
 */
export function billedTool(item: JsonObject): string | null {
  const action = asText(objectOrEmpty(item.action).type) ?? 'search'
  return action !== 'search' || item.status === 'failed' ? null : (toolOfItem.get(asText(item.type) ?? '') ?? null)
}
