type Item = Readonly<Record<string, unknown>>

/** What a call of Responses has to do with stored ones. */
export interface StoredCall {
  userId: number
  /** The id of its response, where the gateway writes it. */
  id: string
  /** The channel whose upstream keeps what it goes on from; null: any may answer. */
  channelId: number | null
  /** The id of that channel's key, where it has several. */
  channelKey?: string | undefined
  /** The responses it goes on from, oldest first. */
  chain: readonly string[]
  /** The conversation it reads from and adds to; empty: none. */
  conversationId: string
  /** The gateway put what it keeps into the request, so that no upstream knows of it. */
  isExpanded: boolean
  /** The response is kept here, unless its upstream keeps it. */
  isKept: boolean
  /** Its client reads its end when it is stored, not before. */
  isAwaited: boolean
  /** Its client wants the conversation back, shortened, instead of an answer. */
  isCompaction: boolean
  /** It goes on without its client. */
  isBackground: boolean
  /** In the background: whether its client also wants the stream. */
  isStream: boolean
  /** All items that the gateway put into the request or found in it. */
  allItems(): readonly Item[]
  /** The items that are new in the request. */
  input(): readonly Item[]
  /** What its response says of itself. */
  members: Readonly<Record<string, unknown>>
}
