import { parseExact, readMembers } from '@tollgate/gateway'
import { once } from '../../../platform/process/once.ts'
import type { RelayCall } from '../../../relay/call/relay-call.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import type { StoredCall } from '../../../relay/call/stored-call.ts'
import type { Envelope } from '../../../relay/request/envelope.ts'
import { parseMemberInTurns } from '../../../relay/request/parse-in-turns.ts'
import type { TokenIdentity } from '../../../relay/request/token-index.ts'
import type { ExpandedCall } from '../../../relay/stored-calls.ts'
import type { StatefulDeps } from '../../stateful-deps.ts'
import { rewritten } from '../expand-request.ts'
import { isInteractionId, newInteractionId, type StoredResponse } from '../store/index.ts'
import { itemsOf } from '../stored-format.ts'
import { interactionsFormat } from './format.ts'
import { inputSteps } from './input-steps.ts'

/**
 * Finds out how a call uses stored interactions, and puts the steps of those it continues before its input. Null: it neither
 * reads nor stores one.
 *
 * @throws ApiError
 */
export async function readStoredInteraction(
  envelope: Envelope,
  call: RelayCall,
  { userId, storesResponses }: TokenIdentity,
  deps: StatefulDeps,
): Promise<ExpandedCall | null> {
  const asked = readMembers(envelope.body, ['store', 'previous_interaction_id', 'background'])
  const previousId = asked.previous_interaction_id || null
  const isBackground = asked.background === true
  const isUsed = previousId !== null || isBackground
  if (asked.store === false && !isUsed) return null

  const mayStore = deps.options.get('stored_responses.enabled') && storesResponses
  if (isBackground && (!mayStore || asked.store === false)) throw relayError('background_not_stored')
  const chain = previousId === null ? [] : await chainOf(userId, previousId, deps)
  const wantsStore = asked.store === true || isUsed || deps.options.get('stored_responses.unasked')
  const isKept = mayStore && asked.store !== false && wantsStore
  const id = newInteractionId()
  const input = once(async () => inputSteps(await readInput(envelope)))
  const before = chain.flatMap(({ content }) =>
    content ? [...content.input, ...itemsOf(content.response, interactionsFormat)] : [],
  )
  const allItems = async () => [...before, ...(await input())]
  const stored: StoredCall = {
    userId,
    format: 'gemini-interactions',
    id,
    channelId: null,
    chain: chain.map(interaction => interaction.id),
    conversationId: '',
    isExpanded: isUsed,
    isKept,
    isCompaction: false,
    isAwaited: asked.store === true || isUsed || envelope.isLarge,
    isBackground,
    isStream: envelope.isStream,
    input,
    allItems,
    members: { ...(isKept && { id }), ...(previousId !== null && { previous_interaction_id: previousId }) },
  }
  if (!isUsed) return { stored, envelope }
  const patches = {
    previous_interaction_id: undefined,
    background: undefined,
    ...(isBackground && { stream: true }),
  }
  return { stored, envelope: await rewritten(envelope, patches, await allItems(), call, deps) }
}

/**
 * Reads the input with every digit of its numbers, because arguments are objects here.
 *
 * @throws ApiError
 */
async function readInput({ body, isLarge }: Envelope): Promise<unknown> {
  const input = body.members.findLast(({ name }) => name === 'input')
  try {
    if (isLarge) return await parseMemberInTurns(body, 'input')
    return input && parseExact(body.text.slice(input.valueStart, input.valueEnd))
  } catch (error) {
    throw relayError('body_not_json', { reason: (error as Error).message })
  }
}

/** Does not find other users' interactions. */
async function chainOf(userId: number, id: unknown, { responses }: StatefulDeps): Promise<StoredResponse[]> {
  const chain = typeof id === 'string' && isInteractionId(id) ? await responses.chain(userId, id) : null
  const name = typeof id === 'string' ? id : JSON.stringify(id)
  if (!chain) throw relayError('previous_interaction_not_found', { id: name })
  const status = chain.at(-1)?.status
  if (status === 'queued' || status === 'in_progress') throw relayError('response_not_finished', { id: name })
  return chain
}
