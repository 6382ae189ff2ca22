import { describe, expect, test } from 'bun:test'
import type { LeaseMessages } from './lease-messages.ts'
import type { AccountState } from './lease-store.ts'
import { leaseTaking } from './lease-taking.ts'
import { newLeasedAccount, type Reach } from './leased-account.ts'

const IDLE_ELSEWHERE: AccountState & { granted: number } = {
  ...{ free: 0, isUnlimited: false, owed: 0, hasNeighbours: true, isContested: true },
  ...{ idleElsewhere: true, holders: ['other'], taken: 0, granted: 0 },
}
const NEEDED = 30

/**
 * Leases from a node that returns what it has once this node, asked for the same account meanwhile, has returned its own.
 * @returns what it kept at each return
 */
async function askedWhileItWaits(reach: Reach): Promise<number[]> {
  const account = newLeasedAccount('user', 1)
  const kept: number[] = []
  const messages: LeaseMessages = {
    ask: () => ({
      async change() {
        account.isAsked = true
      },
      isAnsweredBy: () => false,
      close: () => undefined,
    }),
    returned: () => undefined,
  }
  const { ensure } = leaseTaking({
    store: {
      take: async () => ({ ...IDLE_ELSEWHERE, granted: account.isAsked ? 0 : kept.length > 0 ? NEEDED : 0 }),
      recall: async () => true,
    } as never,
    node: () => 'this',
    keyOf: ({ kind, id }) => ({ node: 'this', account: kind, id }),
    messages,
    recallPatienceMs: 500,
    async giveBackNow(account, amount = 0) {
      // Before it waits, a node that tries for the least returns everything.
      if (!account.isAsked) return
      account.isAsked = false
      kept.push(amount)
    },
  })
  await ensure(account, NEEDED, reach)
  return kept
}

describe('a node that others ask for an account while it waits for them', () => {
  test('keeps the need of its charges, and returns the rest', async () => {
    expect(await askedWhileItWaits('all')).toEqual([NEEDED])
  })

  test('keeps nothing for a new call, so that one of several gets it all', async () => {
    expect(await askedWhileItWaits('least')).toEqual([0])
  })
})
