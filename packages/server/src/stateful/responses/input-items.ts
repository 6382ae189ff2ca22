import type { Item } from './store/index.ts'

/** Returns the `input` of a request as items. https://platform.openai.com/docs/api-reference/responses/create */
export function inputItems(input: unknown): readonly Item[] {
  if (typeof input === 'string')
    return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }]
  return Array.isArray(input) ? input.filter(isItem) : []
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null

const PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  function_call_output: 'fco',
}

/** Returns the items with ids and full contents, as in lists. An item without an id gets one by its position. */
export const listedItems = (items: readonly Item[], owner: string): Item[] =>
  items.map((item, place) => {
    const type = typeof item.type === 'string' ? item.type : 'message'
    const id = typeof item.id === 'string' ? item.id : `${PREFIXES[type] ?? 'item'}_${owner}_i${place}`
    const part = item.role === 'assistant' ? 'output_text' : 'input_text'
    const content = typeof item.content === 'string' ? [{ type: part, text: item.content }] : item.content
    return { ...item, type, id, ...(type === 'message' && { content, status: item.status ?? 'completed' }) }
  })
