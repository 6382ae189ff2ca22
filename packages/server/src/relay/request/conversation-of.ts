import { leadingMessages } from '@tollgate/gateway'
import type { Envelope } from './envelope.ts'

/**
 * Returns what identifies a conversation, in at most 64 characters: the client's name for it, else its beginning. null: it has
 * neither. Takes time linear in the first messages.
 */
export function conversationOf(envelope: Pick<Envelope, 'member' | 'body'>, headers: Headers): string | null {
  try {
    const named = nameOf(previousOf(envelope)) ?? clientsName(envelope, headers)
    const text = named ?? leadingMessages(envelope.body)
    return text && text.length > LONGEST_NAME ? `#${Bun.hash(text).toString(36)}` : text
  } catch {
    // a member read here for the first time is malformed JSON
    return null
  }
}

/**
 * Returns the client's name for a conversation.
 *
 * @throws MalformedJson
 */
export const clientsName = ({ member }: Pick<Envelope, 'member'>, headers: Headers): string | undefined =>
  nameOf(member('prompt_cache_key')) ??
  nameOf(userOf(member('metadata'))) ??
  nameOf(member('session_id')) ??
  nameOf(headers.get('session_id'))

/** The response that a call continues from, as its client names it. */
export const previousOf = ({ member }: Pick<Envelope, 'member'>): unknown =>
  member('previous_response_id') ?? member('previous_interaction_id')

/** Whether the next call of a conversation names the response that it continues from. */
export const isNamedByNext = (format: string): boolean =>
  format === 'openai-responses' || format === 'gemini-interactions'

const nameOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Claude Code names its session there. */
const userOf = (metadata: unknown): unknown =>
  typeof metadata === 'object' && metadata !== null && 'user_id' in metadata ? metadata.user_id : undefined

const LONGEST_NAME = 64
