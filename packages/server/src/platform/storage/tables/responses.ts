import type { Defaulted } from './columns.ts'

export interface ResponseTables {
  stored_responses: StoredResponsesTable
  conversations: ConversationsTable
  conversation_items: ConversationItemsTable
}

/** Responses that clients may ask for again, or go on from. */
export interface StoredResponsesTable {
  user_id: number
  id: string
  /** The response it goes on from; empty: none. */
  previous_id: string
  /** The channel whose upstream keeps it; 0: it is kept here. */
  channel_id: number
  /** The key of the channel it was made with; empty: its only one. */
  channel_key: Defaulted<string>
  status: string
  /** Of `sealed`. */
  bytes: number
  created_at: number
  expires_at: number
  /** While it runs in the background: when its process last said so. */
  seen_at: number
  /** Input and response, packed and encrypted for the user; empty where an upstream keeps it. */
  sealed: string
}

/** Conversations that responses read from and add to. */
export interface ConversationsTable {
  user_id: number
  id: string
  created_at: number
  expires_at: number
  /** The metadata, packed and encrypted for the user. */
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
