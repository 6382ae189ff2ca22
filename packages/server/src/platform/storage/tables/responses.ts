import type { Defaulted } from './columns.ts'

export interface ResponseTables {
  stored_responses: StoredResponsesTable
  conversations: ConversationsTable
  conversation_items: ConversationItemsTable
}

/** Responses that clients may fetch or continue from. */
export interface StoredResponsesTable {
  user_id: number
  id: string
  /** The previous response; empty: none. */
  previous_id: string
  /** The channel whose upstream keeps it; 0: it is kept here. */
  channel_id: number
  /** The key of the channel that created it; empty: its only one. */
  channel_key: Defaulted<string>
  status: string
  /** Size of `sealed`. */
  bytes: number
  created_at: number
  expires_at: number
  /** While it runs in the background: the last sign of life of its process. */
  seen_at: number
  /** Input and response, compressed and encrypted for the user; empty if an upstream keeps it. */
  sealed: string
}

/** Conversations that responses read from and add to. */
export interface ConversationsTable {
  user_id: number
  id: string
  created_at: number
  expires_at: number
  /** The metadata, compressed and encrypted for the user. */
  sealed: string
}

export interface ConversationItemsTable {
  user_id: number
  conversation_id: string
  id: string
  /** Grows with every item. */
  place: number
  bytes: number
  sealed: string
}
