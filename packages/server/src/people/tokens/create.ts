import {
  AUTO_GROUP,
  autoGroups,
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
import type { TokenRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { checkedColumns } from './check-fields.ts'
import { newKey } from './keys.ts'
import { insertToken, tokensBy } from './store.ts'
import { toToken } from './to-token.ts'

const SUFFIX_LENGTH = 6

/** The owner of new tokens: the account that pays, and the group that the maker may choose from. */
type TokenOwner = Pick<Caller, 'id' | 'group'> & Partial<Pick<TokenRow, 'member_id' | 'seat_id' | 'project_id'>>
type Form = CheckedInputOf<typeof calls.tokens.create>['body']

/** Creates `count` tokens with equal fields except key and name: names after the first get a random suffix. */
export async function createTokens(app: PeopleContext, owner: Caller, form: Form): Promise<Token[]> {
  const rows = await insertTokens(app.db, { id: owner.id, group: owner.group }, form, app)
  await app.changeEvents.emit('tokens')
  return rows.map(toToken(app))
}

/** The caller announces them after the transaction. */
export async function insertTokens(
  db: Db,
  { id, group, ...ofTeam }: TokenOwner,
  { count, remain_quota = TOKEN_DEFAULT_QUOTA, ...given }: Form,
  { secrets, options, now }: Pick<PeopleContext, 'secrets' | 'options' | 'now'>,
): Promise<TokenRow[]> {
  const { name = '' } = given
  const startsWithAuto = options.get('DefaultUseAutoGroup') && autoGroups(options, group).length > 0
  const columns = checkedColumns({ group: startsWithAuto ? AUTO_GROUP : '', ...given, name }, { group }, options)
  return inTransaction(db, async db => {
    await checkRoomFor(count, db, id)
    const made = []
    for (let number = 0; number < count; number++) {
      const row = await insertToken(db, {
        ...columns,
        ...ofTeam,
        ...newKey(secrets),
        name: number === 0 ? name : `${name}-${randomText(SUFFIX_LENGTH)}`,
        user_id: id,
        created_time: now(),
      })
      await setTokenCap(db, { tokenId: row.id, remain: remain_quota, now: now() })
      made.push({ ...row, remain_quota })
    }
    return made
  })
}

async function checkRoomFor(count: number, db: Db, ownerId: number): Promise<void> {
  const { total } = await tokensBy(db, ownerId, { isTop: true }, 0).count.executeTakeFirstOrThrow()
  if (total + count > TOKENS_PER_USER_MAX) throw consoleError('token_limit_reached', { limit: TOKENS_PER_USER_MAX })
}
