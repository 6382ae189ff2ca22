import { relayError } from '../../relay/call/relay-error.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { type Item, isInteractionId, isOwnId } from './store/index.ts'

/** The conversation that a call continues. */
export interface History {
  /** Its responses, oldest first. */
  chain: readonly string[]
  /** The items stored here, oldest first. */
  items: readonly Item[]
  /** The channel whose upstream stores it; null: none. */
  channelId: number | null
  /** The id of that channel's key, if it has several. */
  channelKey?: string | undefined
  /** The gateway does not know it. An upstream may, so it gets the client's own reference. */
  isForeign: boolean
}

const NOTHING: History = { chain: [], items: [], channelId: null, isForeign: false }
const FOREIGN: History = { ...NOTHING, isForeign: true }

/**
 * Finds the conversation that a user's call continues. Other users' responses are not found.
 *
 * @param names empty if the call names none
 * @throws ApiError
 */
export async function readHistory(
  userId: number,
  { previousId, conversationId }: { previousId: string; conversationId: string },
  deps: StatefulDeps,
): Promise<History> {
  if (previousId && conversationId) throw relayError('conversation_and_previous')
  if (previousId) return ofResponse(userId, previousId, deps)
  return conversationId ? ofConversation(userId, conversationId, deps) : NOTHING
}

async function ofResponse(userId: number, id: string, { responses }: StatefulDeps): Promise<History> {
  const chain = isInteractionId(id) ? null : await responses.chain(userId, id)
  const newest = chain?.at(-1)
  if (!chain || !newest) {
    if (await responses.isForeign(id)) return FOREIGN
    throw relayError('previous_response_not_found', { id })
  }
  if (newest.status === 'queued' || newest.status === 'in_progress') throw relayError('response_not_finished', { id })
  return {
    chain: chain.map(response => response.id),
    items: chain.flatMap(({ content }) => (content ? [...content.input, ...outputOf(content.response)] : [])),
    channelId: newest.channelId || null,
    channelKey: newest.channelKey,
    isForeign: false,
  }
}

async function ofConversation(userId: number, id: string, { conversations }: StatefulDeps): Promise<History> {
  if (!isOwnId(id)) return FOREIGN
  const items = await conversations.allItems(userId, id)
  if (!items) throw relayError('conversation_not_found', { id })
  return { ...NOTHING, items }
}

const outputOf = ({ output }: Item): Item[] => (Array.isArray(output) ? output : [])
