import { LOG_TYPE } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import { consoleError } from '../http/console-error.ts'
import type { Caller } from '../http/serve.ts'
import { moveEarnings } from '../ledger/index.ts'
import { messageColumns } from '../logs/message.ts'
import { insertLog } from '../logs/store.ts'
import { inWords, quotaWriter } from '../quota-words.ts'
import { inTransaction } from '../storage/db.ts'

/** Moves earnings from invitations to the balance: at least one unit of currency, at most all earnings. */
export async function transferEarnings({ db, options, now }: AppContext, caller: Caller, quota: number): Promise<void> {
  const least = Math.ceil(options.get('QuotaPerUnit'))
  if (quota < least) throw consoleError('transfer_too_small', { min: inWords(least, options) }, 'quota')

  await inTransaction(db, async db => {
    if (!(await moveEarnings(db, { userId: caller.id, amount: quota, now: now() })))
      throw consoleError('transfer_too_large', { available: inWords(caller.aff_quota, options) }, 'quota')
    await insertLog(db, {
      type: LOG_TYPE.system,
      created_at: now(),
      user_id: caller.id,
      username: caller.username,
      quota,
      ...messageColumns('earnings_transferred', { quota: { quota } }, quotaWriter(options)),
    })
  })
}
