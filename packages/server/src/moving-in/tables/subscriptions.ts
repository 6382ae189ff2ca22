import { credit } from '../../money/ledger/index.ts'
import { readAll } from './cells.ts'
import type { Move, Noted } from './move.ts'

/** How the references of an import's credits for subscriptions begin. */
export const subscriptionsOf = (importId: string) => `import:${importId}:subscription:`

const table = 'user_subscriptions'
const NOTES = {
  noUser: { table, kind: 'left', text: 'Its user does not exist in the source.' },
  list: { table, kind: 'asks', text: 'Running subscriptions do not come: decide what their users get.' },
  unlimited: {
    table,
    kind: 'asks',
    text: 'A subscription without a limit has nothing to credit: give its user a plan.',
  },
  credited: { table, kind: 'changed', text: 'What was left of running subscriptions was credited as quota.' },
} as const satisfies Record<string, Noted>

/** Lists each running subscription, which is worth something; or credits as quota what is left of it. */
export async function moveSubscriptions(move: Move): Promise<void> {
  const { db, id, now } = move
  for (const one of runningSubscriptions(move)) {
    if (move.rowOf('subscription', one.id) !== undefined) continue
    const userId = move.rowOf('user', one.userId)
    const left = Math.max(0, one.total - one.used)
    const isCredited = move.subscriptions === 'credit' && userId !== undefined && left > 0
    if (isCredited) {
      await credit(db, { userId, amount: left, reference: subscriptionsOf(id) + one.id, now })
      await move.remember('subscription', [{ sourceId: one.id, rowId: userId }])
    }
    const isUnlimited = move.subscriptions === 'credit' && one.total === 0
    const note = userId === undefined ? 'noUser' : isCredited ? 'credited' : isUnlimited ? 'unlimited' : 'list'
    move.note(NOTES[note], saidOf(one, left), left)
  }
}

type Subscription = ReturnType<typeof runningSubscriptions>[number]

function saidOf({ userId, total, end }: Subscription, left: number): string {
  const what = total === 0 ? 'without a limit' : `${left} left of ${total}`
  return `user ${userId}: ${what}${end === 0 ? '' : `, until ${new Date(end * 1000).toISOString().slice(0, 10)}`}`
}

function runningSubscriptions({ source, now }: Move) {
  return readAll(source, table, cells => ({
    id: cells.whole('id'),
    userId: cells.whole('user_id'),
    total: cells.whole('amount_total'),
    used: cells.whole('amount_used'),
    end: cells.whole('end_time'),
    status: cells.text('status'),
  })).filter(({ status, end }) => status === 'active' && (end === 0 || end > now))
}
