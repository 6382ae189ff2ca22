import { COMPARED, type ImportSentence } from '@tollgate/contract'
import { isHashedHere } from '../../people/users/password.ts'
import { IMPORTED_CODE } from '../../records/logs/imported-rows.ts'
import { openKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { channelsOf } from '../tables/channels.ts'
import { codesOf } from '../tables/codes.ts'
import { countLogs } from '../tables/logs.ts'
import { type ImportedKind, rememberedRows } from '../tables/move.ts'
import { ordersOf, quotaPerUnit } from '../tables/orders.ts'
import { tokensOf, whyLeft } from '../tables/tokens.ts'
import { usersOf } from '../tables/users.ts'
import { type Comparison, compareRow, compareSteps, differ, type Proven, type RowOf } from './compare-row.ts'
import { chargedSince, creditedSubscriptions, tokenFigures, userFigures } from './imported-figures.ts'
import type { Proof } from './proof.ts'

/** Compares the source with what its import left here, row by row. Read-only. */
export async function prove(proven: Proven): Promise<Proof> {
  const sums = Object.fromEntries(COMPARED.map(name => [name, { source: 0, here: 0 }])) as Omit<
    Proof,
    'sha256' | 'differences' | 'byUser'
  >
  const proof: Proof = { ...sums, sha256: proven.source.sha256, differences: [], byUser: [] }
  const { rowOf } = await rememberedRows(proven.db, proven.id)
  const comparison = { ...proven, rowOf, proof }
  await compareUsers(comparison)
  await compareTokens(comparison)
  await compareChannels(comparison)
  await compareCodes(comparison)
  await compareOrders(comparison)
  await compareLogs(comparison)
  return proof
}

const CREDITED = 'What was left of running subscriptions was credited as quota.' as const
const FORGIVEN_DEBT = 'A balance below zero was forgiven: it is 0 here.' as const
const FORGIVEN_CAP = 'A rest below zero was forgiven: it is 0 here.'

async function compareUsers(comparison: Comparison): Promise<void> {
  const { db, source, generation, id, rowOf } = comparison
  const credited = await creditedSubscriptions(db, id)
  const here = new Map((await userFigures(db, id)).map(figures => [figures.sourceId, figures]))
  for (const user of usersOf(source, generation)) {
    const found = here.get(user.id)
    const row = { table: 'users', id: user.id, name: user.username }
    compareRow(
      comparison,
      row,
      {
        users: 1,
        used_quota: user.usedQuota,
        request_count: user.requestCount,
        aff_quota: user.affQuota,
        aff_history: user.affHistory,
      },
      found && {
        users: 1,
        used_quota: found.usedQuota,
        request_count: found.requestCount,
        aff_quota: found.affQuota,
        aff_history: found.affHistory,
      },
    )
    const quota = { row, field: 'quota' as const, source: user.quota, here: found?.quota ?? 0 }
    const left = credited.get(rowOf('user', user.id) ?? 0)
    compareSteps(comparison, quota, [
      ...(rowOf('debt', user.id) === undefined || user.quota >= 0 ? [] : [{ by: -user.quota, why: FORGIVEN_DEBT }]),
      ...(left === undefined ? [] : [{ by: left, why: CREDITED }]),
    ])
    comparison.proof.byUser.push({
      id: user.id,
      username: user.username,
      quota: { source: user.quota, here: found?.quota ?? 0 },
      used_quota: { source: user.usedQuota, here: found?.usedQuota ?? 0 },
      request_count: { source: user.requestCount, here: found?.requestCount ?? 0 },
    })
    if (found && found.password !== user.password && found.password !== '' && !isHashedHere(found.password))
      if (found.password.slice(3) !== user.password.slice(3)) differ(comparison, row, 'password', 'another hash')
  }
}

const NO_CAP = 'A token without a cap has no rest; below zero it is 0 here.'

async function compareTokens(comparison: Comparison): Promise<void> {
  const { db, source, secrets, id, rowOf } = comparison
  const here = new Map((await tokenFigures(db, id)).map(figures => [figures.sourceId, figures]))
  for (const token of tokensOf(source)) {
    const found = here.get(token.id)
    const row = { table: 'tokens', id: token.id, name: token.name }
    const left = found ? '' : whyLeft(token, userId => rowOf('user', userId) !== undefined)
    compareRow(
      comparison,
      row,
      { tokens: 1, remain_quota: token.remainQuota, token_used_quota: token.usedQuota },
      found && { tokens: 1, remain_quota: found.remainQuota, token_used_quota: found.usedQuota },
      field => {
        if (!found || field !== 'remain_quota' || token.remainQuota >= 0) return left
        if (token.isUnlimited) return NO_CAP
        return rowOf('cap', token.id) !== undefined && found.remainQuota === 0 ? FORGIVEN_CAP : left
      },
    )
    if (found && found.fingerprint !== secrets.fingerprint(token.key)) differ(comparison, row, 'key', 'another key')
  }
}

const GONE = 'It was deleted here since.'
/** Returns the explanation for a missing row: an imported one was deleted. Empty: it never came, which is a difference. */
const whyGone = (rowOf: RowOf, kind: ImportedKind, id: number): ImportSentence | '' =>
  rowOf(kind, id) === undefined ? '' : GONE

async function compareChannels(comparison: Comparison): Promise<void> {
  const { db, source, generation, secrets, rowOf } = comparison
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'used_quota', 'key_sealed', 'key_spread', 'version'])
    .execute()
  const here = new Map(rows.map(row => [row.id, row]))
  const charged = await chargedSince(db)
  for (const channel of channelsOf(source, generation)) {
    const rowId = rowOf('channel', channel.id)
    const found = rowId === undefined ? undefined : here.get(rowId)
    const row = { table: 'channels', id: channel.id, name: channel.name }
    compareRow(
      comparison,
      row,
      { channels: 1, channel_used_quota: channel.usedQuota },
      found && { channels: 1, channel_used_quota: found.used_quota - (charged.get(found.id) ?? 0) },
      () => (found ? '' : whyGone(rowOf, 'channel', channel.id)),
    )
    const keys = found && JSON.stringify(openKeys(found, secrets))
    if (found && keys !== JSON.stringify([...new Set(channel.keys)]))
      differ(comparison, row, 'key', 'another key', found.version > 0 ? 'The channel was changed here since.' : '')
  }
}

async function compareCodes(comparison: Comparison): Promise<void> {
  const { db, source, rowOf, secrets } = comparison
  const rows = await db.selectFrom('redemptions').select(['id', 'quota', 'key_fingerprint']).execute()
  const here = new Map(rows.map(row => [row.id, row]))
  const known = new Set(rows.map(row => row.key_fingerprint))
  for (const code of codesOf(source)) {
    const rowId = rowOf('redemption', code.id)
    const found = rowId === undefined ? undefined : here.get(rowId)
    compareRow(
      comparison,
      { table: 'redemptions', id: code.id, name: code.name },
      { codes: 1, code_quota: code.quota },
      found && { codes: 1, code_quota: found.quota },
      () => {
        if (found) return ''
        if (rowId !== undefined) return GONE
        return code.key === '' || known.has(secrets.fingerprint(code.key))
          ? 'The code is empty, or was here already.'
          : ''
      },
    )
  }
}

async function compareOrders(comparison: Comparison): Promise<void> {
  const { db, source, rowOf } = comparison
  const rows = await db.selectFrom('top_ups').select(['id', 'amount', 'trade_no']).execute()
  const here = new Map(rows.map(row => [row.id, row]))
  const known = new Set(rows.map(row => row.trade_no))
  const perUnit = quotaPerUnit(source)
  for (const order of ordersOf(source)) {
    const rowId = rowOf('top_up', order.id)
    const found = rowId === undefined ? undefined : here.get(rowId)
    compareRow(
      comparison,
      { table: 'top_ups', id: order.id, name: order.tradeNo },
      { orders: 1, order_amount: Math.round(order.amount * perUnit) },
      found && { orders: 1, order_amount: found.amount },
      () => {
        if (found) return ''
        if (rowId !== undefined) return GONE
        if (rowOf('user', order.userId) === undefined) return 'Its user does not exist in the source.'
        return known.has(order.tradeNo) ? 'Its number was here already.' : ''
      },
    )
  }
}

async function compareLogs(comparison: Comparison): Promise<void> {
  const { db, source, id, logs, proof } = comparison
  if (logs === null) return
  const { rows } = await db
    .selectFrom('logs')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('code', '=', `${IMPORTED_CODE}${id}`)
    .executeTakeFirstOrThrow()
  const came = await db.selectFrom('imports').select('logs').where('id', '=', id).executeTakeFirst()
  proof.logs = { source: countLogs(source, logs), here: rows }
  const gone = (came?.logs ?? 0) - rows
  if (proof.logs.source !== rows)
    proof.differences.push({
      table: 'logs',
      id: 0,
      name: '',
      field: 'logs',
      source: proof.logs.source,
      here: rows,
      why: gone > 0 && proof.logs.source === rows + gone ? 'Rows were deleted or archived here since.' : '',
    })
}
