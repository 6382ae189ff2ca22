import { sql } from 'kysely'
import { type Db, databaseKindOf, inTransaction } from '../../platform/storage/db.ts'
import type { TokenRow } from '../../platform/storage/schema.ts'
import { checkAmount } from './check-amounts.ts'
import { collect, DEBT_KINDS } from './debts.ts'
import { insertAccountEntries, kindOf, type NewAccountEntry } from './insert-account-entries.ts'
import { lockAccountsChain } from './links.ts'

/** A child key's quota, taken from its parent's cap. */
interface Slice {
  parentId: number
  /** Its row has no quota yet. */
  childId: number
  amount: number
  now: number
}

/**
 * Gives a new child key its slice. If the parent has no cap, the slice only limits the child.
 *
 * @returns whether it was taken from the parent's cap, or the reason why it was not given; `leased`: the parent has it, but
 *   nodes have leased it (`Ledger.recall`)
 */
export async function carveSlice(
  db: Db,
  { parentId, childId, amount, now }: Slice,
): Promise<boolean | 'leased' | 'insufficient'> {
  checkAmount(amount)
  await lockAccountsChain(db)
  const [parent] = await lockTokens(db, [parentId])
  if (!parent) return 'insufficient'
  const isCarved = parent.unlimited_quota === 0
  const beyondDebt = parent.remain_quota - parent.owed
  if (isCarved && beyondDebt < amount) return 'insufficient'
  if (isCarved && beyondDebt - parent.leased < amount) return 'leased'
  await addToCaps(db, [
    [childId, amount],
    [parentId, isCarved ? -amount : 0],
  ])
  const entries = isCarved
    ? moved(`slice:${childId}`, parent, { ...parent, id: childId }, amount)
    : [entryOf(`slice-cap:${childId}`, { ...parent, id: childId }, amount)]
  await insertAccountEntries(db, entries, now)
  return isCarved
}

/**
 * Returns what ended child keys have left to the token that each slice came from, deepest first, so that it passes through
 * tokens that have ended too. What running calls hold stays until they are settled. A slice that did not come from a cap is
 * just removed. Debts take the same way once nothing is leased any more. Any number of callers may run at once: each moves
 * what is there.
 *
 * @returns the sum of what left the child keys
 */
export function returnSlices(db: Db, endedIds: readonly number[], now: number): Promise<number> {
  if (endedIds.length === 0) return Promise.resolve(0)
  return inTransaction(db, async db => {
    await lockAccountsChain(db)
    const rows = await lockTokens(db, await withThoseAbove(db, endedIds))
    const tokens = new Map(rows.map(row => [row.id, row]))
    const entries: NewAccountEntry[] = []
    const changes = new Map<number, number>()
    const debts = new Map<number, number>()
    let returned = 0
    const isOver = ({ deleted_at, expired_time }: Ended) =>
      deleted_at !== null || (expired_time > 0 && expired_time <= now)
    for (const child of [...rows].sort((one, other) => other.depth - one.depth)) {
      const parent = tokens.get(child.parent_id)
      if (!parent || !isOver(child)) continue
      const paid = Math.min(child.owed, Math.max(0, child.remain_quota - child.leased))
      if (paid > 0) entries.push(...collected(child, paid))
      const rest = Math.max(0, child.remain_quota - paid - child.leased)
      add(debts, child.id, -paid)
      add(changes, child.id, -paid - rest)
      child.owed -= paid
      child.remain_quota -= paid + rest
      returned += rest
      const reference = `slice-back:${crypto.randomUUID()}`
      if (child.is_carved === 0) {
        if (rest > 0) entries.push(entryOf(`slice-end:${crypto.randomUUID()}`, child, -rest))
        continue
      }
      if (rest > 0) entries.push(...moved(reference, child, parent, rest))
      add(changes, parent.id, rest)
      parent.remain_quota += rest
      if (child.leased > 0 || child.owed === 0) continue
      entries.push(...owedInstead(child, parent, child.owed))
      add(debts, child.id, -child.owed)
      add(debts, parent.id, child.owed)
      parent.owed += child.owed
      child.owed = 0
    }
    await addToCaps(db, [...changes])
    for (const [id, owed] of debts)
      if (owed !== 0)
        await db
          .updateTable('tokens')
          .set(token => ({ owed: token('owed', '+', owed) }))
          .where('id', '=', id)
          .execute()
    await insertAccountEntries(db, entries, now)
    for (const { id, owed } of rows) if (owed > 0) await collect(db, 'token', id, now)
    return returned
  })
}

/** Adds the tokens above, which are locked too, so that what arrives at an ended token moves on in the same transaction. */
async function withThoseAbove(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive line(id, parent_id) as (
      select id, parent_id from tokens where id in (${sql.join(ids)})
      union select above.id, above.parent_id from tokens above join line on above.id = line.parent_id
    ) select id from line`.execute(db)
  return rows.map(({ id }) => id)
}

type Ended = Pick<
  TokenRow,
  | 'id'
  | 'user_id'
  | 'parent_id'
  | 'depth'
  | 'is_carved'
  | 'remain_quota'
  | 'leased'
  | 'owed'
  | 'unlimited_quota'
  | 'deleted_at'
  | 'expired_time'
>

/** Reads tokens and locks them by id, like settlements. */
const lockTokens = (db: Db, ids: readonly number[]): Promise<Ended[]> =>
  db
    .selectFrom('tokens')
    .select(['id', 'user_id', 'parent_id', 'depth', 'is_carved', 'remain_quota', 'leased', 'owed'])
    .select(['unlimited_quota', 'deleted_at', 'expired_time'])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .$if(databaseKindOf(db) === 'postgres', query => query.forUpdate())
    .execute()

async function addToCaps(db: Db, changes: readonly (readonly [id: number, amount: number])[]): Promise<void> {
  for (const [id, amount] of changes)
    if (amount !== 0)
      await db
        .updateTable('tokens')
        .set(token => ({ remain_quota: token('remain_quota', '+', amount) }))
        .where('id', '=', id)
        .execute()
}

const add = (to: Map<number, number>, id: number, amount: number) => to.set(id, (to.get(id) ?? 0) + amount)

type Owner = Pick<TokenRow, 'id' | 'user_id'>

const entryOf = (reference: string, { id, user_id }: Owner, amount: number): NewAccountEntry => ({
  reference,
  kind: kindOf(reference),
  user_id,
  token_id: id,
  token_amount: amount,
})

/** Returns the entries for both sides of a move from one cap to another. */
const moved = (reference: string, from: Owner, to: Owner, amount: number): NewAccountEntry[] => [
  entryOf(`${reference}:from`, from, -amount),
  entryOf(`${reference}:to`, to, amount),
]

const collected = (token: Owner, amount: number): NewAccountEntry[] => [
  { ...entryOf(`${DEBT_KINDS.token.collected}:${crypto.randomUUID()}`, token, -amount), uncollected: -amount },
]

/** Returns the entries that move a child's debt to its parent. */
function owedInstead(child: Owner, parent: Owner, amount: number): NewAccountEntry[] {
  const id = crypto.randomUUID()
  return [
    { ...entryOf(`${DEBT_KINDS.token.collected}:slice:${id}`, child, 0), uncollected: -amount },
    { ...entryOf(`${DEBT_KINDS.token.owed}:slice:${id}`, parent, 0), uncollected: amount },
  ]
}
