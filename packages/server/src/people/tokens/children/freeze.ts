import { lockAccountsChain } from '../../../money/ledger/index.ts'
import { consoleError } from '../../../platform/http/console-error.ts'
import { inTransaction } from '../../../platform/storage/db.ts'
import type { TokenRow } from '../../../platform/storage/schema.ts'
import { findToken } from '../store.ts'
import type { KeyServices } from './key-services.ts'
import { rootOf } from './make-child.ts'
import { freezeBranch } from './store.ts'

/**
 * Freezes or unfreezes a token and all child keys below it. A branch that was frozen by itself stays frozen.
 * @throws ApiError
 */
export async function setFrozen(
  { db, changeEvents }: Pick<KeyServices, 'db' | 'changeEvents'>,
  { userId, id, isFrozen }: { userId: number; id: number; isFrozen: boolean },
): Promise<TokenRow> {
  const token = await inTransaction(db, async db => {
    await lockAccountsChain(db)
    if (await findToken(db, userId, id)) await freezeBranch(db, id, isFrozen)
    return findToken(db, userId, id)
  })
  if (!token) throw consoleError('token_not_found')
  await changeEvents.emit('tokens', rootOf(token))
  return token
}
