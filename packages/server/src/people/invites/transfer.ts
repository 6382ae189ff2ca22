import { LOG_TYPE } from '@tollgate/contract'
import { moveEarnings } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { inWords, quotaWriter } from '../../platform/options/quota-words.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { PeopleContext } from '../context.ts'

/** Moves earnings from invitations to the balance: at least one unit of currency, at most all earnings. */
export async function transferEarnings(
  { db, options, now }: PeopleContext,
  caller: Caller,
  quota: number,
): Promise<void> {
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
