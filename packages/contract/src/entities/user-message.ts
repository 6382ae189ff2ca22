import { z } from 'zod'

export const MESSAGE_TITLE_MAX_LENGTH = 120
export const MESSAGE_TEXT_MAX_LENGTH = 10_000
/** Messages that are neither over nor recalled. */
export const LIVE_MESSAGES_MAX = 500
const CHOSEN_USERS_MAX = 5_000
/** The newest that a user is shown. */
export const INBOX_MAX = 50
export const MESSAGE_DAYS = [1, 7, 30, 90, 365] as const

/** Whom a message is for: all, everybody of a group or a role, or chosen users. */
export const messageAudience = z.discriminatedUnion('to', [
  z.object({ to: z.literal('all') }),
  z.object({ to: z.literal('group'), groups: z.array(z.string().min(1).max(64)).min(1).max(100) }),
  z.object({ to: z.literal('role'), roles: z.array(z.number().int()).min(1).max(3) }),
  z.object({ to: z.literal('user'), users: z.array(z.number().int().positive()).min(1).max(CHOSEN_USERS_MAX) }),
])
export type MessageAudience = z.output<typeof messageAudience>

/** A message to users, as those who write them see it. Times are Unix seconds. */
export const userMessage = z.object({
  id: z.number().int(),
  title: z.string(),
  text: z.string(),
  to: z.enum(['all', 'group', 'role', 'user']),
  /** The groups or roles; for chosen users their number. */
  values: z.array(z.string()),
  by_mail: z.boolean(),
  in_console: z.boolean(),
  state: z.enum(['planned', 'sent', 'over', 'recalled']),
  written_by: z.string(),
  /** Whether the caller may recall it: it is not over, and its writer is of no higher role. */
  may_recall: z.boolean(),
  send_at: z.number().int(),
  ends_at: z.number().int(),
  /** Absent: it is not mailed. */
  mails: z
    .object({
      is_done: z.boolean(),
      total: z.number().int(),
      sent: z.number().int(),
      failed: z.number().int(),
    })
    .optional(),
})
export type UserMessage = z.output<typeof userMessage>

/** A message as one of its readers sees it. */
export const inboxMessage = z.object({
  id: z.number().int(),
  title: z.string(),
  text: z.string(),
  sent_at: z.number().int(),
  is_read: z.boolean(),
})
export type InboxMessage = z.output<typeof inboxMessage>

/** How many messages a user can read, and how many they have not. */
export const inboxCounts = z.object({ total: z.number().int(), unread: z.number().int() })
export type InboxCounts = z.output<typeof inboxCounts>
