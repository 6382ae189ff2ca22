import { CHANNEL_STATUS, type ImportSentence, REDEMPTION_STATUS, TOKEN_STATUS, USER_STATUS } from '@tollgate/contract'
import { isHashedHere } from '../../people/users/password.ts'
import { openKeys, sealKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { channelsOf } from '../tables/channels.ts'
import { codesOf } from '../tables/codes.ts'
import type { Move } from '../tables/move.ts'
import { hasAutoGroup } from '../tables/options.ts'
import { ordersOf } from '../tables/orders.ts'
import { groupHere, tokensOf } from '../tables/tokens.ts'
import { usersOf } from '../tables/users.ts'

const CHANGED: ImportSentence = 'It was changed in the source since, and so it is here.'
const DELETED: ImportSentence = 'It was deleted in the source since, and so it is here.'

/**
 * Brings what else has changed in the source: until the switch the old gateway leads. Whoever is off there is off here, and nobody is
 * switched on. Returns how many rows changed.
 */
export async function syncRows(move: Move): Promise<number> {
  let changed = 0
  for (const step of [syncUsers, syncTokens, syncChannelKeys, syncCodes, syncOrders]) changed += await step(move)
  return changed
}

async function syncUsers(move: Move): Promise<number> {
  const { db, source, generation, now } = move
  const rows = await db.selectFrom('users').select(['id', 'status', 'group', 'password', 'deleted_at']).execute()
  const here = new Map(rows.map(row => [row.id, row]))
  let changed = 0
  const ids = new Set<number>()
  for (const user of usersOf(source, generation)) {
    ids.add(user.id)
    const row = here.get(move.rowOf('user', user.id) ?? 0)
    if (!row) continue
    const password = user.password.replace(/^\$2y\$/, '$2b$')
    const change = {
      ...(user.group !== row.group && { group: user.group }),
      // one that has signed in here has a hash, or a password, of their own
      ...(password !== row.password && password.startsWith('$2') && !isHashedHere(row.password) && { password }),
      ...(user.status !== USER_STATUS.enabled && row.status === USER_STATUS.enabled && { status: USER_STATUS.banned }),
      ...(user.isDeleted && row.deleted_at === null && { deleted_at: user.deletedAt ?? now }),
    }
    if (Object.keys(change).length === 0) continue
    await db.updateTable('users').set(change).where('id', '=', row.id).execute()
    move.note({ table: 'users', kind: 'changed', text: CHANGED }, user.id)
    changed += 1
  }
  return changed + (await deleteGone(move, 'user', ids))
}

async function syncTokens(move: Move): Promise<number> {
  const { db, source } = move
  const rows = await db.selectFrom('tokens').selectAll().execute()
  const here = new Map(rows.map(row => [row.id, row]))
  const hasAuto = await hasAutoGroup(db)
  let changed = 0
  const ids = new Set<number>()
  for (const token of tokensOf(source)) {
    ids.add(token.id)
    const row = here.get(move.rowOf('token', token.id) ?? 0)
    if (!row) continue
    const there = {
      name: token.name,
      expired_time: token.expiredTime,
      unlimited_quota: Number(token.isUnlimited),
      model_limits_enabled: Number(token.isLimited),
      model_limits: token.models,
      allow_ips: token.addresses,
      group: groupHere(token, hasAuto),
    }
    const differing = Object.entries(there).filter(([name, value]) => row[name as keyof typeof there] !== value)
    const change = {
      ...(Object.fromEntries(differing) as Partial<typeof there>),
      ...(token.status !== TOKEN_STATUS.enabled && row.status === TOKEN_STATUS.enabled && { status: token.status }),
      ...(token.deletedAt !== null && row.deleted_at === null && { deleted_at: token.deletedAt }),
    }
    if (Object.keys(change).length === 0) continue
    await db.updateTable('tokens').set(change).where('id', '=', row.id).execute()
    move.note({ table: 'tokens', kind: 'changed', text: CHANGED }, token.id)
    changed += 1
  }
  return changed + (await deleteGone(move, 'token', ids))
}

/** Deletes what the source no longer has: a key that was deleted there must not work here. */
async function deleteGone(
  { db, id, now, note }: Move,
  kind: 'user' | 'token',
  there: ReadonlySet<number>,
): Promise<number> {
  const rows = await db
    .selectFrom('imported_rows')
    .select(['source_id', 'row_id'])
    .where('import_id', '=', id)
    .where('kind', '=', kind)
    .execute()
  let deleted = 0
  for (const { source_id, row_id } of rows) {
    if (there.has(source_id)) continue
    const { numUpdatedRows } = await db
      .updateTable(`${kind}s`)
      .set({ deleted_at: now })
      .where('id', '=', row_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) continue
    note({ table: `${kind}s`, kind: 'changed', text: DELETED }, source_id)
    deleted += 1
  }
  return deleted
}

/** New keys of channels that nobody has changed here. */
async function syncChannelKeys(move: Move): Promise<number> {
  const { db, source, generation, secrets } = move
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'key_sealed', 'key_spread', 'version', 'status'])
    .where('version', '=', 0)
    .execute()
  const here = new Map(rows.map(row => [row.id, row]))
  let changed = 0
  for (const channel of channelsOf(source, generation)) {
    const row = here.get(move.rowOf('channel', channel.id) ?? 0)
    if (!row) continue
    const isSame = JSON.stringify(openKeys(row, secrets)) === JSON.stringify([...new Set(channel.keys)])
    const change = {
      ...(!isSame && sealKeys(channel.keys, channel.spread, secrets)),
      ...(channel.status === CHANNEL_STATUS.disabled &&
        row.status === CHANNEL_STATUS.enabled && { status: CHANNEL_STATUS.disabled }),
    }
    if (Object.keys(change).length === 0) continue
    await db.updateTable('channels').set(change).where('id', '=', row.id).execute()
    move.note({ table: 'channels', kind: 'changed', text: CHANGED }, channel.id)
    changed += 1
  }
  return changed
}

/** A code that was used there can no longer be used here. */
async function syncCodes(move: Move): Promise<number> {
  const { db, source } = move
  let changed = 0
  for (const code of codesOf(source)) {
    const rowId = move.rowOf('redemption', code.id)
    if (rowId === undefined) continue
    const { numUpdatedRows } = await db
      .updateTable('redemptions')
      .set({
        status: code.status,
        quota: code.quota,
        redeemed_time: code.redeemedTime,
        used_user_id: code.usedUserId === 0 ? 0 : (move.rowOf('user', code.usedUserId) ?? 0),
        deleted_at: code.deletedAt,
      })
      .where('id', '=', rowId)
      .where('status', '=', REDEMPTION_STATUS.unused)
      .where('deleted_at', 'is', null)
      .where(({ or, eb, not }) =>
        or([eb('quota', '!=', code.quota), not(eb('status', '=', code.status)), eb.val(code.deletedAt !== null)]),
      )
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) continue
    move.note({ table: 'redemptions', kind: 'changed', text: CHANGED }, code.id)
    changed += 1
  }
  return changed
}

/** An order that was paid there must not be paid here once more. */
async function syncOrders(move: Move): Promise<number> {
  const { db, source } = move
  let changed = 0
  for (const order of ordersOf(source)) {
    const rowId = move.rowOf('top_up', order.id)
    if (rowId === undefined) continue
    const { numUpdatedRows } = await db
      .updateTable('top_ups')
      .set({ status: order.status, complete_time: order.completeTime })
      .where('id', '=', rowId)
      .where('status', '=', 'pending')
      .where('status', '!=', order.status)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) continue
    move.note({ table: 'top_ups', kind: 'changed', text: CHANGED }, order.id)
    changed += 1
  }
  return changed
}
