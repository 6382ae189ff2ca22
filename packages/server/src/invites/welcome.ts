import { LOG_TYPE } from '@tollgate/contract'
import { credit, earn } from '../ledger/index.ts'
import { messageColumns } from '../logs/message.ts'
import { insertLog } from '../logs/store.ts'
import type { Options } from '../options/index.ts'
import { quotaWriter } from '../quota-words.ts'
import { type Db, inTransaction } from '../storage/db.ts'
import { noteInviter } from './store.ts'

interface User {
  id: number
  username: string
}

interface Newcomer extends User {
  /** Who invited them; nobody: left out. */
  inviter?: User | undefined
}

interface Means {
  options: Options
  /** Unix seconds. */
  now: number
}

/**
 * What a new user gets, and what their inviter earns: `QuotaForNewUser`, `QuotaForInvitee` and `QuotaForInviter`, each once
 * however often this is called, each with a row in the system log. Earnings wait to be transferred.
 */
export function welcome(db: Db, { id, username, inviter }: Newcomer, { options, now }: Means): Promise<void> {
  return inTransaction(db, async db => {
    const write = quotaWriter(options)
    const tell = (user: User, quota: number, message: ReturnType<typeof messageColumns>) =>
      insertLog(db, {
        type: LOG_TYPE.system,
        created_at: now,
        user_id: user.id,
        username: user.username,
        quota,
        ...message,
      })
    const give = async (amount: number, reason: 'new-user' | 'invitee', message: ReturnType<typeof messageColumns>) => {
      const isGiven = amount > 0 && (await credit(db, { userId: id, amount, reference: `grant:${reason}:${id}`, now }))
      if (isGiven) await tell({ id, username }, amount, message)
    }

    const start = options.get('QuotaForNewUser')
    await give(start, 'new-user', messageColumns('registered', { quota: { quota: start } }, write))
    if (!inviter || !(await noteInviter(db, id, inviter.id))) return
    const extra = options.get('QuotaForInvitee')
    const named = { quota: { quota: extra }, inviter: inviter.username }
    await give(extra, 'invitee', messageColumns('invited', named, write))

    const earned = options.get('QuotaForInviter')
    await earn(db, { userId: inviter.id, inviteeId: id, amount: earned, now })
    if (earned > 0)
      await tell(inviter, earned, messageColumns('invite_earned', { quota: { quota: earned }, guest: username }, write))
  })
}
