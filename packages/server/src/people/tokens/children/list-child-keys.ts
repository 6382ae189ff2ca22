import type { ChildKey } from '@tollgate/contract'
import type { Db } from '../../../platform/storage/db.ts'
import { below } from './store.ts'
import { toChildKey } from './to-child-key.ts'

interface Query {
  limit: number
  /** Lists only those after this id; 0: from the newest. */
  after: number
}

/** Reads the active child keys below a token, at any depth, newest first. */
export async function listChildKeys(
  db: Db,
  aboveId: number,
  { limit, after }: Query,
): Promise<{ object: 'list'; data: ChildKey[]; has_more: boolean }> {
  const rows = await below(db, aboveId, { limit: limit + 1, after })
  return { object: 'list', data: rows.slice(0, limit).map(toChildKey), has_more: rows.length > limit }
}
