import { splitList } from '@tollgate/contract'
import { consoleError } from '../../../platform/http/console-error.ts'
import type { Db } from '../../../platform/storage/db.ts'
import type { TokenChange, TokenRow } from '../../../platform/storage/schema.ts'
import { findToken, updateToken } from '../store.ts'
import { inheritBelow, modelsBelow } from './store.ts'

/** The models a token may use; null: all. */
export const modelsOf = (row: Pick<TokenRow, 'model_limits' | 'model_limits_enabled'>): string[] | null =>
  row.model_limits_enabled === 1 ? splitList(row.model_limits) : null

/** @throws ApiError if the expiry is after the parent's */
export function checkExpiry(expiry: number, { expired_time }: TokenRow, field: string): void {
  if (expired_time > 0 && (expiry <= 0 || expiry > expired_time)) throw consoleError('child_expiry_too_late', {}, field)
}

/** @throws ApiError if the parent may not use a model */
export function checkModels(models: readonly string[], parent: TokenRow, field: string): void {
  const allowed = modelsOf(parent)
  const other = allowed && models.find(model => !allowed.includes(model))
  if (other !== null && other !== undefined) throw consoleError('child_models_not_allowed', { model: other }, field)
}

/** Fields of a child key that it inherits from its parent, or that only the ledger changes. */
const FIXED = ['remain_quota', 'unlimited_quota', 'group', 'allow_ips'] as const

/**
 * Checks a change of a child key against its parent.
 * @throws ApiError
 */
export async function checkChildChange(db: Db, child: TokenRow, change: TokenChange): Promise<void> {
  if (child.parent_id === 0) return
  const field = FIXED.find(field => change[field] !== undefined && change[field] !== child[field])
  if (field) throw consoleError('child_field_fixed', { field }, field)
  const parent = await findToken(db, child.user_id, child.parent_id)
  if (!parent) return
  const changed = { ...child, ...change } as TokenRow
  if (change.expired_time !== undefined) checkExpiry(changed.expired_time, parent, 'expired_time')
  if (change.model_limits === undefined && change.model_limits_enabled === undefined) return
  const models = modelsOf(changed)
  if (models) checkModels(models, parent, 'model_limits')
  else if (modelsOf(parent)) throw consoleError('child_field_fixed', { field: 'model_limits_enabled' }, 'model_limits')
}

const INHERITED = ['group', 'allow_ips', 'expired_time', 'model_limits', 'model_limits_enabled'] as const

/** Narrows all child keys below a changed token: they may never do more than it. */
export async function narrowBelow(db: Db, token: TokenRow, change: TokenChange): Promise<void> {
  if (INHERITED.every(field => change[field] === undefined)) return
  await inheritBelow(db, token)
  const allowed = modelsOf(token)
  if (!allowed) return
  for (const child of await modelsBelow(db, token.id)) {
    const models = modelsOf(child)
    const kept = models ? models.filter(model => allowed.includes(model)) : allowed
    if (models?.length !== kept.length)
      await updateToken(db, child.id, { model_limits_enabled: 1, model_limits: kept.join(',') })
  }
}
