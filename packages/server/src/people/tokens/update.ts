import { type CheckedInputOf, type calls, TOKEN_STATUS, type Token } from '@tollgate/contract'
import { lockAccountsChain, recallPeriod, setTokenCap } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { TokenRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { checkedColumns } from './check-fields.ts'
import { checkChildChange, narrowBelow } from './children/inherited.ts'
import { rootOf } from './children/make-child.ts'
import { findToken, updateToken } from './store.ts'
import { tokenStatus, toToken } from './to-token.ts'

type Form = CheckedInputOf<typeof calls.tokens.update>['body']

/** Changes the given fields of the owner's token. Absent fields stay as they are. */
export async function changeToken(
  app: PeopleContext,
  owner: Pick<Caller, 'id' | 'group'>,
  { id, remain_quota, status, ...given }: Form,
): Promise<Token> {
  const { db, options, changeEvents, now } = app
  const columns = { ...checkedColumns(given, owner, options), ...(status && { status }) }
  // Quota held by running calls cannot be taken away.
  if (remain_quota !== undefined) await app.ledger.recall('token', id)
  await recallPeriod(app, 'token', id, given)

  const row = await inTransaction(db, async db => {
    // No child key can be made meanwhile.
    await lockAccountsChain(db)
    const before = await findToken(db, owner.id, id)
    if (!before) throw consoleError('token_not_found')
    const remain = remain_quota ?? before.remain_quota
    if (status === TOKEN_STATUS.enabled)
      checkCanBeEnabled({ ...before, ...columns, remain_quota: remain }, given.expired_time, now())
    await checkChildChange(db, before, { ...columns, ...(remain_quota !== undefined && { remain_quota }) })
    await updateToken(db, id, columns)
    if (remain !== before.remain_quota) await setTokenCap(db, { tokenId: id, remain, now: now() })
    const after = await findToken(db, owner.id, id)
    if (after) await narrowBelow(db, after, columns)
    return after
  })
  if (!row) throw consoleError('token_not_found')
  await changeEvents.emit('tokens', id)
  if (rootOf(row) !== id) await changeEvents.emit('tokens', rootOf(row))
  return toToken(app)(row)
}

/** @param expiry the new one, if given */
function checkCanBeEnabled(token: TokenRow, expiry: number | undefined, now: number): void {
  const status = tokenStatus(token, now)
  if (status === TOKEN_STATUS.expired)
    throw consoleError(expiry === undefined ? 'token_expired_cannot_enable' : 'token_expiry_passed', {}, 'expired_time')
  if (status === TOKEN_STATUS.exhausted) throw consoleError('token_exhausted_cannot_enable', {}, 'remain_quota')
}
