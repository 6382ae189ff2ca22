import type { Generated, Selectable } from 'kysely'
import type { Defaulted, Flag } from './columns.ts'

export interface UserMessageTables {
  user_messages: UserMessagesTable
  user_message_targets: UserMessageTargetsTable
  user_message_reads: UserMessageReadsTable
  user_message_mails: UserMessageMailsTable
  mail_refusals: MailRefusalsTable
}

interface UserMessagesTable {
  id: Generated<number>
  title: string
  text: string
  by_mail: Flag
  in_console: Flag
  written_by: number
  created_at: number
  send_at: number
  ends_at: number
  /** 0: it is not recalled. */
  recalled_at: Defaulted<number>
  /** Whether all mails have gone out. */
  mails_done: Flag
  /** The last user whose mail was tried. */
  mailed_to: Defaulted<number>
  mails_total: Defaulted<number>
  mails_sent: Defaulted<number>
  mails_failed: Defaulted<number>
}

/** Whom a message is for. */
interface UserMessageTargetsTable {
  message_id: number
  kind: 'all' | 'group' | 'role' | 'user'
  /** The name of the group, the role, or the id of the user. */
  value: string
}

interface UserMessageReadsTable {
  user_id: number
  message_id: number
}

/** A mail to a user, written before it is sent, so that nobody gets it twice. */
interface UserMessageMailsTable {
  message_id: number
  user_id: number
  state: 'sending' | 'sent' | 'failed'
}

export type UserMessageRow = Selectable<UserMessagesTable>
export type UserMessageTarget = Selectable<UserMessageTargetsTable>

/** Users to whom messages are not mailed. */
interface MailRefusalsTable {
  user_id: number
  refused_at: number
}
