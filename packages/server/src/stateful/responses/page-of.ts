/** Returns a page of a list in OpenAI's form. https://platform.openai.com/docs/api-reference/responses/input-items */
export function pageOf<Entry extends { id?: unknown }>(oldestFirst: readonly Entry[], query: URLSearchParams) {
  const entries = query.get('order') === 'asc' ? oldestFirst : oldestFirst.toReversed()
  const after = query.get('after')
  const from = after === null ? 0 : entries.findIndex(({ id }) => id === after) + 1
  const limit = limitOf(query.get('limit'))
  const data = entries.slice(from, from + limit)
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: from + limit < entries.length,
  }
}

const USUAL = 20
const MOST = 100

function limitOf(given: string | null): number {
  const limit = Number(given ?? USUAL)
  return Number.isInteger(limit) ? Math.min(Math.max(limit, 1), MOST) : USUAL
}
