import type { NewLogRow } from '../../platform/storage/schema.ts'

/** The name of a conversation in console calls: its user and its mark. */
export interface Conversation {
  userId: number
  mark: number
}

/** Empty: the row is in none. */
export const conversationName = ({ user_id, conversation = 0 }: Pick<NewLogRow, 'user_id' | 'conversation'>): string =>
  conversation === 0 ? '' : `${user_id}-${conversation.toString(36)}`

/** Null: it names none. */
export function readConversationName(name: string): Conversation | null {
  const [, user, mark] = /^(\d{1,15})-([0-9a-z]{1,10})$/.exec(name) ?? []
  return user && mark ? { userId: Number(user), mark: Number.parseInt(mark, 36) } : null
}
