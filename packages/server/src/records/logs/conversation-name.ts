import type { NewLogRow } from '../../platform/storage/schema.ts'

/** A conversation, named in console calls by its user and its mark. */
export interface Conversation {
  userId: number
  mark: number
}

/** Empty: the row belongs to none. */
export const conversationName = ({ user_id, conversation = 0 }: Pick<NewLogRow, 'user_id' | 'conversation'>): string =>
  conversation === 0 ? '' : `${user_id}-${conversation.toString(36)}`

/** null: it is not a conversation's name. */
export function readConversationName(name: string): Conversation | null {
  const [, user, mark] = /^(\d{1,15})-([0-9a-z]{1,10})$/.exec(name) ?? []
  return user && mark ? { userId: Number(user), mark: Number.parseInt(mark, 36) } : null
}
