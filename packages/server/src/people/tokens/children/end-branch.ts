import { lockAccountsChain, returnSlices } from '../../../money/ledger/index.ts'
import { inTransaction } from '../../../platform/storage/db.ts'
import { findToken } from '../store.ts'
import type { KeyServices } from './key-services.ts'
import { rootOf } from './make-child.ts'
import { type EndedToken, endBranchOf, endedWithRest } from './store.ts'

/** Rows that one transaction of the ledger moves. */
const AT_ONCE = 200
/** Accounts whose leases are recalled before the answer; the job recalls the others. */
const RECALLED_AT_ONCE = 50

/**
 * Deletes a token and all child keys below it, and returns their remaining quota. The job returns what running calls
 * hold, once they have been charged.
 * @returns false if the user has no such token
 */
export async function endBranch(app: KeyServices, { userId, id }: { userId: number; id: number }): Promise<boolean> {
  const { db, changeEvents, now } = app
  const ended = await inTransaction(db, async db => {
    await lockAccountsChain(db)
    const token = await findToken(db, userId, id)
    return token && { rootId: rootOf(token), tokens: await endBranchOf(db, id, now()) }
  })
  if (!ended) return false
  await changeEvents.emit('tokens', ended.rootId)
  await passOn(app, ended.tokens)
  return true
}

/** Returns the remaining quota of ended and expired child keys. Returns how many had any. */
export async function returnEndedSlices(app: KeyServices, limit = 1_000): Promise<number> {
  const ended = await endedWithRest(app.db, app.now(), limit)
  await passOn(app, ended)
  return ended.length
}

/** The deepest first: quota that reaches an ended token moves on with it. */
async function passOn({ db, ledger, now }: KeyServices, ended: readonly EndedToken[]): Promise<void> {
  const children = ended.filter(({ depth }) => depth > 0).sort((one, other) => other.depth - one.depth)
  for (const { id } of children.filter(({ leased }) => leased > 0).slice(0, RECALLED_AT_ONCE))
    await ledger.recall('token', id)
  const ids = children.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += AT_ONCE) await returnSlices(db, ids.slice(from, from + AT_ONCE), now())
}
