import {
  type CheckedInputOf,
  type calls,
  TOKEN_DEFAULT_QUOTA,
  TOKENS_PER_USER_MAX,
  type Token,
} from '@tollgate/contract'
import { setTokenCap } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { randomText } from '../../platform/process/random-text.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { PeopleContext } from '../context.ts'
import { checkedColumns } from './check-fields.ts'
import { newKey } from './keys.ts'
import { insertToken, tokensBy } from './store.ts'
import { toToken } from './to-token.ts'

const SUFFIX_LENGTH = 6

/** Creates `count` tokens with equal fields except key and name: names after the first get a random suffix. */
export async function createTokens(
  app: PeopleContext,
  owner: Caller,
  { count, remain_quota = TOKEN_DEFAULT_QUOTA, ...given }: CheckedInputOf<typeof calls.tokens.create>['body'],
): Promise<Token[]> {
  const { db, secrets, options, changeEvents, now } = app
  const { name = '' } = given
  const columns = checkedColumns({ ...given, name }, owner, options)

  const rows = await inTransaction(db, async db => {
    await checkRoomFor(count, db, owner)
    const made = []
    for (let number = 0; number < count; number++) {
      const row = await insertToken(db, {
        ...columns,
        ...newKey(secrets),
        name: number === 0 ? name : `${name}-${randomText(SUFFIX_LENGTH)}`,
        user_id: owner.id,
        created_time: now(),
      })
      await setTokenCap(db, { tokenId: row.id, remain: remain_quota, now: now() })
      made.push({ ...row, remain_quota })
    }
    return made
  })
  await changeEvents.emit('tokens')
  return rows.map(toToken(app))
}

async function checkRoomFor(count: number, db: Db, owner: Caller): Promise<void> {
  const { total } = await tokensBy(db, owner.id, { isTop: true }, 0).count.executeTakeFirstOrThrow()
  if (total + count > TOKENS_PER_USER_MAX) throw consoleError('token_limit_reached', { limit: TOKENS_PER_USER_MAX })
}
