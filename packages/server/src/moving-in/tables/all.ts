import { ROLE } from '@tollgate/contract'
import { markSetUp } from '../../people/setup/store.ts'
import { moveChannels } from './channels.ts'
import { moveCodes } from './codes.ts'
import { moveHistory } from './history.ts'
import { noteLeftBehind } from './left-behind.ts'
import type { Move } from './move.ts'
import { moveOptions } from './options.ts'
import { moveOrders } from './orders.ts'
import { moveSecondFactors } from './second-factors.ts'
import { moveSubscriptions } from './subscriptions.ts'
import { moveTokens } from './tokens.ts'
import { moveUsers } from './users.ts'

/** The tables in the order of their dependencies; the log comes separately afterwards. */
const STEPS = [
  moveOptions,
  moveUsers,
  moveTokens,
  moveChannels,
  moveCodes,
  moveOrders,
  moveHistory,
  moveSecondFactors,
  moveSubscriptions,
  noteLeftBehind,
  finishSetUp,
]

export async function moveTables(move: Move, signal?: AbortSignal): Promise<void> {
  for (const step of STEPS) {
    signal?.throwIfAborted()
    await step(move)
  }
}

/** Marks the set-up as done, because the site now has a super admin. */
async function finishSetUp({ db, now, id }: Move): Promise<void> {
  const root = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', ROLE.root)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (root) await markSetUp(db, `import ${id}`, now)
}
