import type { DatabaseKind, Db } from '../storage/db.ts'
import { given, run } from '../storage/statements.ts'
import type { Books, Hold, TokenAccount, UserAccount } from './books.ts'
import type { Work } from './works.ts'

/** What a request's entry is called. */
export const requestReference = (requestId: string): string => `request:${requestId}`

/**
 * Reads all that the works touch, and on PostgreSQL locks it against other nodes. Everyone who locks does so in this
 * order, by id within a table: holds, users, tokens, channels. So nobody waits in a circle.
 */
export async function readBooks(db: Db, kind: DatabaseKind, works: readonly Work[]): Promise<Books> {
  const requestIds = [...new Set(works.flatMap(work => requestIdOf(work) ?? []))]
  const holds = await readHolds(db, kind, requestIds)
  const settled = await readSettled(db, kind, requestIds.filter(mayBeSettled(works, holds)))
  const touched = [...works.flatMap(accountsOf), ...holds.values()]
  const users = await readUsers(db, kind, idsOf(touched.map(({ userId }) => userId)))
  const tokens = await readTokens(db, kind, idsOf(touched.map(({ tokenId }) => tokenId)))
  const holdsBefore = new Map([...holds].map(([id, hold]) => [id, { ...hold }]))
  return { users, tokens, holds, holdsBefore, settled, entries: [], logs: [] }
}

const requestIdOf = (work: Work) => (work.kind === 'record' ? undefined : work.requestId)

/** A request that reserves, or whose hold is gone, may have been settled before. */
function mayBeSettled(works: readonly Work[], holds: ReadonlyMap<string, Hold>): (requestId: string) => boolean {
  const settling = new Set(works.flatMap(work => (work.kind === 'settle' ? work.requestId : [])))
  const reserving = new Set(works.flatMap(work => (work.kind === 'reserve' ? work.requestId : [])))
  return id => reserving.has(id) || (settling.has(id) && !holds.has(id))
}

function accountsOf(work: Work): { userId: number; tokenId: number }[] {
  if (work.kind === 'reserve') return [work]
  return work.kind === 'settle' ? [{ userId: work.log.user_id, tokenId: 0 }] : []
}

const idsOf = (ids: readonly number[]) => [...new Set(ids)].filter(id => id !== 0)
const idList = (ids: readonly (number | string)[]) => JSON.stringify(ids.map(id => [id]))
const lock = (kind: DatabaseKind, by: string) => (kind === 'postgres' ? `order by ${by} for update` : '')

async function readHolds(db: Db, kind: DatabaseKind, requestIds: readonly string[]): Promise<Map<string, Hold>> {
  if (requestIds.length === 0) return new Map()
  const { rows } = await run<Hold>(
    db,
    `select request_id as "requestId", user_id as "userId", token_id as "tokenId", user_amount as "userAmount",
       token_amount as "tokenAmount"
     from holds where request_id in ${given(kind, 1, { id: 'text' })} ${lock(kind, 'request_id')}`,
    [idList(requestIds)],
  )
  return new Map(rows.map(hold => [hold.requestId, hold]))
}

async function readSettled(db: Db, kind: DatabaseKind, requestIds: readonly string[]): Promise<Books['settled']> {
  if (requestIds.length === 0) return new Map()
  const ids = new Map(requestIds.map(id => [requestReference(id), id]))
  const { rows } = await run<{ reference: string; paid: number; uncollected: number }>(
    db,
    `select reference, -user_amount as paid, uncollected
     from ledger_entries where reference in ${given(kind, 1, { reference: 'text' })}`,
    [idList([...ids.keys()])],
  )
  return new Map(
    rows.map(({ reference, paid, uncollected }) => [ids.get(reference) ?? '', { asked: paid + uncollected, paid }]),
  )
}

async function readUsers(db: Db, kind: DatabaseKind, ids: readonly number[]): Promise<Map<number, UserAccount>> {
  if (ids.length === 0) return new Map()
  const { rows } = await run<{ id: number; quota: number }>(
    db,
    `select id, quota from users where id in ${given(kind, 1, { id: 'bigint' })} ${lock(kind, 'id')}`,
    [idList(ids)],
  )
  return new Map(rows.map(({ id, quota }) => [id, { id, balanceBefore: quota, balance: quota, used: 0, requests: 0 }]))
}

async function readTokens(db: Db, kind: DatabaseKind, ids: readonly number[]): Promise<Map<number, TokenAccount>> {
  if (ids.length === 0) return new Map()
  const { rows } = await run<{ id: number; remain: number; unlimited: number }>(
    db,
    `select id, remain_quota as remain, unlimited_quota as unlimited
     from tokens where id in ${given(kind, 1, { id: 'bigint' })} ${lock(kind, 'id')}`,
    [idList(ids)],
  )
  return new Map(
    rows.map(({ id, remain, unlimited }) => [
      id,
      { id, remainBefore: remain, remain, isUnlimited: unlimited === 1, used: 0 },
    ]),
  )
}
