import { relayError } from '../../relay/call/relay-error.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { inputItems, listedItems } from './input-items.ts'
import { pageOf } from './page-of.ts'
import { type Conversation, type ConversationItem, ConversationsFull } from './store/conversations.ts'
import type { Item } from './store/index.ts'
import type { StoredRequest, Verb } from './verb.ts'

/** https://platform.openai.com/docs/api-reference/conversations */
export const conversationVerbs: readonly Verb[] = [
  {
    method: 'POST',
    path: '/v1/conversations',
    async answer(request, deps) {
      if (!request.mayStore) throw relayError('storing_off')
      const { items, metadata } = await request.body()
      const conversation = await deps.conversations.create(request.userId, objectOf(metadata))
      if (Array.isArray(items)) await add(request.userId, conversation.id, items, deps)
      return Response.json(shown(conversation))
    },
  },
  {
    method: 'GET',
    path: '/v1/conversations/*',
    answer: async (request, deps) => Response.json(shown(await find(request, deps))),
  },
  {
    method: 'POST',
    path: '/v1/conversations/*',
    async answer(request, deps) {
      const { id } = await find(request, deps)
      const { metadata } = await request.body()
      const updated = await deps.conversations.update(request.userId, id, objectOf(metadata))
      if (!updated) throw relayError('conversation_not_found', { id })
      return Response.json(shown(updated))
    },
  },
  {
    method: 'DELETE',
    path: '/v1/conversations/*',
    async answer(request, deps) {
      const { id } = await find(request, deps)
      await deps.conversations.remove(request.userId, id)
      return Response.json({ id, object: 'conversation.deleted', deleted: true })
    },
  },
  {
    method: 'GET',
    path: '/v1/conversations/*/items',
    async answer(request, deps) {
      const { id } = await find(request, deps)
      const items = (await deps.conversations.listItems(request.userId, id)) ?? []
      return Response.json(pageOf(listed(items), request.query))
    },
  },
  {
    method: 'POST',
    path: '/v1/conversations/*/items',
    async answer(request, deps) {
      if (!request.mayStore) throw relayError('storing_off')
      const { id } = await find(request, deps)
      const { items } = await request.body()
      const added = listed(await add(request.userId, id, items, deps))
      return Response.json({
        object: 'list',
        data: added,
        first_id: added[0]?.id ?? null,
        last_id: added.at(-1)?.id ?? null,
        has_more: false,
      })
    },
  },
  {
    method: 'GET',
    path: '/v1/conversations/*/items/*',
    answer: async (request, deps) => Response.json(listed([await findItem(request, deps)])[0]),
  },
  {
    method: 'DELETE',
    path: '/v1/conversations/*/items/*',
    async answer(request, deps) {
      const conversation = await find(request, deps)
      const { id } = await findItem(request, deps)
      await deps.conversations.removeItem(request.userId, conversation.id, id)
      return Response.json(shown(conversation))
    },
  },
]

/** @throws ApiError */
async function find({ userId, ids: [id = ''] }: StoredRequest, { conversations }: StatefulDeps): Promise<Conversation> {
  const found = await conversations.find(userId, id)
  if (!found) throw relayError('conversation_not_found', { id })
  return found
}

/** @throws ApiError */
async function findItem({ userId, ids }: StoredRequest, { conversations }: StatefulDeps): Promise<ConversationItem> {
  const [id = '', itemId = ''] = ids
  const found = await conversations.findItem(userId, id, itemId)
  if (!found) throw relayError('item_not_found', { id: itemId })
  return found
}

/** @throws ApiError */
async function add(userId: number, id: string, items: unknown, { conversations }: StatefulDeps) {
  try {
    const added = await conversations.add(userId, id, inputItems(items))
    if (!added) throw relayError('conversation_not_found', { id })
    return added
  } catch (error) {
    throw error instanceof ConversationsFull ? relayError('conversation_full', { limit: error.mib }) : error
  }
}

const shown = ({ id, createdAt, metadata }: Conversation) => ({
  id,
  object: 'conversation',
  created_at: createdAt,
  metadata,
})

const listed = (items: readonly ConversationItem[]): Item[] =>
  listedItems(
    items.map(({ id, item }) => ({ ...item, id })),
    '',
  )

const objectOf = (value: unknown): Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Item) : {}
