import { asText } from '@tollgate/gateway'
import { relayError } from '../../relay/call/relay-error.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { type Item, responseOfItem } from './store/index.ts'

/**
 * Replaces references by the items that the gateway stores; null: it stores none of them.
 *
 * @throws ApiError
 */
export async function resolveReferences(
  userId: number,
  input: readonly Item[],
  history: readonly Item[],
  { responses }: StatefulDeps,
): Promise<readonly Item[] | null> {
  const references = input.flatMap(({ type, id }) => (type === 'item_reference' && typeof id === 'string' ? [id] : []))
  const found = new Map<string, Item>()
  const note = (items: unknown) => {
    if (!Array.isArray(items)) return
    for (const item of items as Item[]) if (typeof item.id === 'string') found.set(item.id, item)
  }
  note(history)
  const owners = new Set(references.filter(id => !found.has(id)).flatMap(id => responseOfItem(id) ?? []))
  for (const owner of owners) note((await responses.find(userId, owner))?.content?.response.output)
  const kept = references.filter(id => found.has(id) || responseOfItem(id) !== null)
  if (kept.length === 0) return null
  const missing = kept.find(id => !found.has(id))
  if (missing !== undefined) throw relayError('item_not_found', { id: missing })
  return input.map(item => (item.type === 'item_reference' && found.get(asText(item.id) ?? '')) || item)
}
