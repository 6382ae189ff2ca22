import {
  CHILD_KEY_DEPTH_MAX,
  CHILD_KEYS_PER_TREE_MAX,
  type ChildKeyForm,
  type NewChildKey,
  TOKEN_STATUS,
} from '@tollgate/contract'
import { carveSlice, lineOf, lockAccountsChain } from '../../../money/ledger/index.ts'
import { consoleError } from '../../../platform/http/console-error.ts'
import { type Db, inTransaction } from '../../../platform/storage/db.ts'
import type { TokenRow } from '../../../platform/storage/schema.ts'
import { checkName } from '../check-fields.ts'
import { newKey } from '../keys.ts'
import { findToken, insertToken, updateToken } from '../store.ts'
import { tokenStatus } from '../to-token.ts'
import { checkExpiry, checkModels } from './inherited.ts'
import type { KeyServices } from './key-services.ts'
import { countInTree } from './store.ts'
import { toChildKey } from './to-child-key.ts'

/** The token that makes a child key. */
interface Maker {
  userId: number
  id: number
}

/** Calls may lease recalled quota again; then it is recalled once more. */
const MOST_RECALLS = 5

/**
 * Makes a child key and moves its slice out of its maker's quota, in one transaction.
 * @throws ApiError
 */
export async function makeChildKey(app: KeyServices, maker: Maker, form: ChildKeyForm): Promise<NewChildKey> {
  const { db, secrets } = app
  checkName(form.name)
  for (let recalls = 0; recalls < MOST_RECALLS; recalls++) {
    const made = await tryToMake(db, maker, form, app)
    if (made !== 'leased') return { ...toChildKey(made), key: `sk-${secrets.decrypt(made.key_sealed)}` }
    await app.ledger.recall('token', maker.id)
  }
  throw consoleError('child_quota_moving', {}, 'quota')
}

/** Rolls back a transaction that found the parent's quota leased. */
class Leased extends Error {}

async function tryToMake(db: Db, maker: Maker, form: ChildKeyForm, { secrets, now }: KeyServices) {
  try {
    return await inTransaction(db, async db => {
      // Nobody can freeze, end or narrow a parent meanwhile.
      await lockAccountsChain(db)
      const parent = await findToken(db, maker.userId, maker.id)
      if (!parent) throw consoleError('token_not_found')
      await checkForm(db, form, parent, now())
      const { name, quota, models, expires_at, rpm = 0, label = '' } = form
      const child = await insertToken(db, {
        ...newKey(secrets),
        name,
        label,
        user_id: parent.user_id,
        member_id: parent.member_id,
        project_id: parent.project_id,
        created_time: now(),
        parent_id: parent.id,
        root_id: rootOf(parent),
        depth: parent.depth + 1,
        slice: quota,
        rpm,
        expired_time: expires_at ?? parent.expired_time,
        model_limits_enabled: models ? 1 : parent.model_limits_enabled,
        model_limits: models ? [...new Set(models)].join(',') : parent.model_limits,
        allow_ips: parent.allow_ips,
        group: parent.group,
      })
      const carved = await carveSlice(db, { parentId: parent.id, childId: child.id, amount: quota, now: now() })
      if (carved === 'leased') throw new Leased()
      if (carved === 'insufficient') throw insufficient(parent)
      await updateToken(db, child.id, { is_carved: Number(carved) })
      return { ...child, remain_quota: quota }
    })
  } catch (error) {
    if (error instanceof Leased) return 'leased'
    throw error
  }
}

/** The token at the top of a token's tree. */
export const rootOf = ({ id, root_id }: Pick<TokenRow, 'id' | 'root_id'>): number => root_id || id

const insufficient = ({ remain_quota, owed }: TokenRow) =>
  consoleError('child_quota_insufficient', { left: Math.max(0, remain_quota - owed) }, 'quota')

/** @throws ApiError */
async function checkForm(db: Db, { models, expires_at, rpm = 0 }: ChildKeyForm, parent: TokenRow, now: number) {
  const status = tokenStatus(parent, now)
  if (parent.frozen > 0) throw consoleError('child_parent_frozen')
  // The quota check reports a parent that is used up.
  if (status !== TOKEN_STATUS.enabled && (parent.status !== TOKEN_STATUS.enabled || status === TOKEN_STATUS.expired))
    throw consoleError('child_parent_inactive')
  if (parent.depth >= CHILD_KEY_DEPTH_MAX) throw consoleError('child_depth_exceeded', { limit: CHILD_KEY_DEPTH_MAX })
  if (expires_at !== undefined && expires_at <= now) throw consoleError('child_expiry_passed', {}, 'expires_at')
  if (expires_at !== undefined) checkExpiry(expires_at, parent, 'expires_at')
  if (models) checkModels(models, parent, 'models')
  const limit = rpm === 0 ? 0 : await lowestRpm(db, parent.id)
  if (limit > 0 && rpm > limit) throw consoleError('child_rpm_too_high', { limit }, 'rpm')
  if ((await countInTree(db, rootOf(parent))) >= CHILD_KEYS_PER_TREE_MAX)
    throw consoleError('child_limit_reached', { limit: CHILD_KEYS_PER_TREE_MAX })
}

/** The lowest limit of calls per minute on a token or any above it; 0: none. */
async function lowestRpm(db: Db, id: number): Promise<number> {
  const limits = (await lineOf(db, id)).map(({ rpm }) => rpm).filter(rpm => rpm > 0)
  return limits.length === 0 ? 0 : Math.min(...limits)
}
