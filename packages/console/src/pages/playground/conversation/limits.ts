/** Limits for what the user adds and for stored conversations. */
export const LIMITS = {
  conversations: 100,
  messagesOfThread: 1_000,
  tools: 64,
  attachments: 8,
  /** Bytes of one image or PDF. */
  attachmentBytes: 8 * 1024 * 1024,
  /** Bytes of one text file. */
  textFileBytes: 512 * 1024,
  /** Characters typed in one message, and of a stored conversation. */
  text: 400_000,
  conversationChars: 64 * 1024 * 1024,
  importBytes: 64 * 1024 * 1024,
  /** Messages on the page at once; earlier ones are shown on request. */
  shownMessages: 40,
  /** Characters of a text that is rendered; a longer one is shown as written. */
  renderedText: 100_000,
  /** Characters of a code block that is coloured. */
  colouredCode: 20_000,
} as const

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export const FILE_TYPES = ['application/pdf'] as const
