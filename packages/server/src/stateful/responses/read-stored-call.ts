import { type Format, readMember, readMembers } from '@tollgate/gateway'
import { once } from '../../platform/process/once.ts'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { StoredCall } from '../../relay/call/stored-call.ts'
import type { Envelope } from '../../relay/request/envelope.ts'
import { parseMemberInTurns } from '../../relay/request/parse-in-turns.ts'
import type { TokenIdentity } from '../../relay/request/token-index.ts'
import type { ExpandedCall } from '../../relay/stored-calls.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { expandRequest } from './expand-request.ts'
import { readHistory } from './history.ts'
import { inputItems } from './input-items.ts'
import { readStoredInteraction } from './interactions/read-stored-interaction.ts'
import { resolveReferences } from './item-references.ts'
import { type Item, newResponseId } from './store/index.ts'

/** Whether the calls of an endpoint can read or store responses. */
export const mayUseStored = ({ endpoint: { format } }: RelayCall): boolean => STORING_FORMATS.has(format)

const STORING_FORMATS: ReadonlySet<Format> = new Set(['openai-responses', 'openai-input-tokens', 'gemini-interactions'])

/**
 * Finds out how a call uses stored responses, and puts the conversation it continues before its input. Null for calls
 * that neither read nor store anything.
 *
 * @throws ApiError
 */
export async function readStoredCall(
  envelope: Envelope,
  call: RelayCall,
  identity: TokenIdentity,
  deps: StatefulDeps,
): Promise<ExpandedCall | null> {
  const { format, compacts = false } = call.endpoint
  if (format === 'gemini-interactions') return readStoredInteraction(envelope, call, identity, deps)
  const isCount = format === 'openai-input-tokens'
  const asked = readMembers(envelope.body, ['store', 'previous_response_id', 'conversation', 'background'])
  const previousId = textOf(asked.previous_response_id)
  const conversationId = textOf(asked.conversation) || textOf((asked.conversation as Item | null | undefined)?.id)
  const isBackground = asked.background === true
  const refersToItems = envelope.hasMark('itemReferences')
  const isUsed = previousId !== '' || conversationId !== '' || isBackground
  if ((asked.store === false || isCount) && !isUsed && !refersToItems && !compacts) return null

  const mayStore = deps.options.get('stored_responses.enabled') && identity.storesResponses
  if (isBackground && (!mayStore || asked.store === false)) throw relayError('background_not_stored')
  const { userId } = identity
  const history = await readHistory(userId, { previousId, conversationId }, deps)
  const isElsewhere = history.isForeign || history.channelId !== null
  if (isBackground && isElsewhere) throw relayError('background_elsewhere', { id: previousId || conversationId })
  const { body, isLarge } = envelope
  const sent = once(async () =>
    inputItems(isLarge ? await parseMemberInTurns(body, 'input') : readMember(body, 'input')),
  )
  const resolved =
    refersToItems && !isElsewhere ? await resolveReferences(userId, await sent(), history.items, deps) : null

  const wantsStore = asked.store === true || isUsed || deps.options.get('stored_responses.unasked')
  const isAnswer = !isCount && !compacts
  const isKept = mayStore && asked.store !== false && wantsStore && isAnswer && !history.isForeign
  const id = newResponseId()
  const input = resolved ? async () => resolved : sent
  const stored: StoredCall = {
    userId,
    format: 'openai-responses',
    id,
    channelId: history.channelId,
    channelKey: history.channelKey,
    chain: history.chain,
    conversationId: isAnswer && !history.isForeign ? conversationId : '',
    isExpanded: compacts || (!isElsewhere && (isUsed || resolved !== null)),
    isKept,
    isCompaction: compacts,
    // reading a long input takes a while, and the client may continue from it at once
    isAwaited: asked.store === true || isUsed || isLarge,
    isBackground,
    isStream: envelope.isStream,
    input,
    allItems: async () => [...history.items, ...(await input())],
    members: {
      id,
      store: isKept,
      previous_response_id: previousId || null,
      ...(conversationId && { conversation: { id: conversationId } }),
      background: isBackground,
    },
  }
  if (!stored.isExpanded) return { stored, envelope }
  const kind = isCount ? 'count' : compacts ? 'compaction' : isBackground ? 'background' : 'response'
  const expansion = { items: await stored.allItems(), kind, keepsPrevious: isElsewhere } as const
  return { stored, envelope: await expandRequest(envelope, expansion, call, deps) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
