import { type ChildKey, NEVER } from '@tollgate/contract'
import type { TokenRow } from '../../../platform/storage/schema.ts'
import { modelsOf } from './inherited.ts'

/** A child key as its makers see it, without the key. */
export const toChildKey = (row: TokenRow): ChildKey => ({
  id: row.id,
  parent_id: row.parent_id,
  depth: row.depth,
  name: row.name,
  label: row.label,
  quota: row.slice,
  remain_quota: row.remain_quota,
  used_quota: row.used_quota,
  models: modelsOf(row),
  expires_at: row.expired_time === NEVER ? null : row.expired_time,
  rpm: row.rpm || null,
  frozen: row.frozen > 0,
  created_at: row.created_time,
})
