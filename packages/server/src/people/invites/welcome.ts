import { LOG_TYPE } from '@tollgate/contract'
import { credit, earn } from '../../money/ledger/index.ts'
import { plansForNewUser } from '../../money/plans/store.ts'
import { subscribe } from '../../money/plans/subscribe.ts'
import type { Options } from '../../platform/options/index.ts'
import { quotaWriter } from '../../platform/options/quota-words.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'

interface User {
  id: number
  username: string
}

interface Newcomer extends User {
  /** The user who invited them, if any. */
  inviter?: User | undefined
}

interface Deps {
  options: Options
  /** Unix seconds. */
  now: number
}

/**
 * Gives a new user the plans for new users, and credits them and the inviter: `QuotaForNewUser`, `QuotaForInvitee` and `QuotaForInviter`, each only once
 * however often this runs, and each with a row in the system log. The inviter must transfer the earnings before using
 * them.
 */
export function welcome(db: Db, { id, username, inviter }: Newcomer, { options, now }: Deps): Promise<void> {
  return inTransaction(db, async db => {
    const write = quotaWriter(options)
    const writeLog = (user: User, quota: number, message: ReturnType<typeof messageColumns>) =>
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
      if (isGiven) await writeLog({ id, username }, amount, message)
    }

    const start = options.get('QuotaForNewUser')
    await give(start, 'new-user', messageColumns('registered', { quota: { quota: start } }, write))
    for (const plan of await plansForNewUser(db, id)) {
      await subscribe(db, { userId: id, plan, source: 'registration', now }, { options })
      await writeLog({ id, username }, 0, messageColumns('plan_registered', { plan: plan.name }, write))
    }
    if (!inviter || !(await setInviter(db, id, inviter.id))) return
    const extra = options.get('QuotaForInvitee')
    const named = { quota: { quota: extra }, inviter: inviter.username }
    await give(extra, 'invitee', messageColumns('invited', named, write))

    const earned = options.get('QuotaForInviter')
    await earn(db, { userId: inviter.id, inviteeId: id, amount: earned, now })
    if (earned > 0)
      await writeLog(
        inviter,
        earned,
        messageColumns('invite_earned', { quota: { quota: earned }, guest: username }, write),
      )
  })
}

/** Stores who invited a user. Returns false when that is already stored. */
async function setInviter(db: Db, userId: number, inviterId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ inviter_id: inviterId })
    .where('id', '=', userId)
    .where('id', '!=', inviterId)
    .where('inviter_id', '=', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
