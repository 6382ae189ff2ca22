/** How much of what the user adds is taken, and of conversations kept. */
export const LIMITS = {
  conversations: 100,
  messagesOfThread: 1_000,
  tools: 64,
  attachments: 8,
  /** Bytes of one picture or PDF. */
  attachmentBytes: 8 * 1024 * 1024,
  /** Bytes of one text file. */
  textFileBytes: 512 * 1024,
  /** Characters that are typed, and of a conversation in the browser. */
  text: 400_000,
  conversationChars: 64 * 1024 * 1024,
  importBytes: 64 * 1024 * 1024,
  /** Messages that are on the page at once; those before them are shown when asked for. */
  shownMessages: 40,
  /** Characters of a text that are rendered; a longer one is shown as it was written. */
  renderedText: 100_000,
  /** Characters of a block of code that are coloured. */
  colouredCode: 20_000,
} as const

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export const FILE_TYPES = ['application/pdf'] as const
