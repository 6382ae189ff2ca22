import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { LedgerRefusal } from './commands.ts'
import { type LedgerState, release, settle } from './state.ts'
import type { consumeRow } from './testing.ts'

/** Books with one user and one token of his; `cap` null: unlimited. */
function booksOf({ balance, cap }: { balance: number; cap: number | null }) {
  const user = { id: 1, balanceBefore: balance, balance, used: 0, requests: 0 }
  const remain = cap ?? 0
  const token = { id: 2, remainBefore: remain, remain, isUnlimited: cap === null, used: 0, requests: 0 }
  const state: LedgerState = {
    users: new Map([[1, user]]),
    tokens: new Map([[2, token]]),
    holds: new Map(),
    holdsBefore: new Map(),
    settled: new Map(),
    entries: [],
    logs: [],
  }
  return { state, user, token }
}

/** Sets aside what a request reserved: from the wallet, and from the token's cap where it has one. */
function hold({ state, user, token }: ReturnType<typeof booksOf>, amount: number, requestId = 'r'): void {
  const tokenAmount = token.isUnlimited ? 0 : amount
  state.holds.set(requestId, { requestId, userId: 1, tokenId: 2, userAmount: amount, tokenAmount })
  user.balance -= amount
  token.remain -= tokenAmount
}

const settlementOf = (quota: number, requestId = 'r') => ({
  requestId,
  quota,
  channelId: 3,
  log: { ...LOG, quota, request_id: requestId },
})
const LOG = { user_id: 1, created_at: 1, type: 2, other: '{"frt":1}' } as ReturnType<typeof consumeRow>

describe('settling', () => {
  test.each<[what: string, accounts: { balance: number; cap: number | null }, quota: number, after: object]>([
    ['less than was held', { balance: 100, cap: 100 }, 30, { balance: 70, remain: 70, paid: 30 }],
    ['what was held', { balance: 100, cap: 100 }, 40, { balance: 60, remain: 60, paid: 40 }],
    ['more, of the wallet', { balance: 100, cap: 100 }, 90, { balance: 10, remain: 10, paid: 90 }],
    ['more than the wallet has', { balance: 100, cap: null }, 130, { balance: 0, remain: 0, paid: 100 }],
    ['more than the cap has', { balance: 100, cap: 50 }, 90, { balance: 10, remain: 0, paid: 90 }],
    ['nothing', { balance: 100, cap: 50 }, 0, { balance: 100, remain: 50, paid: 0 }],
  ])('%s', (_, accounts, quota, after) => {
    const all = booksOf(accounts)
    const { state, user, token } = all
    hold(all, 40)
    const { quota: paid, balance } = settle(state, settlementOf(quota))
    expect({ balance: user.balance, remain: token.remain, paid }).toEqual(after as never)
    expect(balance).toBe(user.balance)
    expect([user.used, user.requests, token.used, token.requests]).toEqual([paid, 1, paid, 1])
    expect(state.holds.size).toBe(0)
    expect(state.entries).toMatchObject([{ uncollected: quota - paid, channelId: 3 }])
    expect(Math.abs(state.entries[0]?.userAmount ?? 0)).toBe(paid)
    const uncollected = quota - paid
    expect(JSON.parse(state.logs[0]?.other ?? '')).toEqual({ frt: 1, ...(uncollected > 0 && { uncollected }) })
    expect(state.logs[0]?.quota).toBe(paid)
  })

  test('again says the same and charges nothing; otherwise, or without a hold, it is refused', () => {
    const all = booksOf({ balance: 100, cap: 100 })
    const { state, user } = all
    hold(all, 40)
    const first = settle(state, settlementOf(30))
    expect(settle(state, settlementOf(30))).toEqual(first)
    expect(user.balance).toBe(70)
    expect(state.logs).toHaveLength(1)
    expect(() => settle(state, settlementOf(31))).toThrow(LedgerRefusal)
    expect(() => settle(state, { ...settlementOf(30), channelId: 4 })).toThrow(LedgerRefusal)
    expect(() => settle(state, { ...settlementOf(30), log: { ...LOG, user_id: 5 } })).toThrow(LedgerRefusal)
    expect(() => settle(state, settlementOf(1, 'never reserved'))).toThrow(LedgerRefusal)
  })
})

test('releasing gives everything back, once, with its row', () => {
  const all = booksOf({ balance: 100, cap: 100 })
  const { state, user, token } = all
  hold(all, 40)
  release(state, 'r', LOG)
  release(state, 'r', LOG)
  expect([user.balance, token.remain, state.holds.size, state.logs.length]).toEqual([100, 100, 0, 1])
  expect(state.entries).toEqual([])
})

/** One step of a random life: what happens, to which of three requests, with how much. */
const step = fc.record({
  kind: fc.constantFrom('hold', 'settle', 'release'),
  requestId: fc.constantFrom('a', 'b', 'c'),
  amount: fc.nat(60),
})

test('whatever happens, balance and holds are what was entered, and nothing falls below zero', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.option(fc.nat(200)), fc.nat(200), (steps, cap, balance) => {
      const all = booksOf({ balance, cap })
      const { state, user, token } = all
      for (const { kind, requestId, amount } of steps) {
        try {
          const covers = Math.min(user.balance, cap === null ? amount : token.remain) >= amount
          const isNew = !state.holds.has(requestId) && !state.settled.has(requestId)
          if (kind === 'hold' && covers && isNew) hold(all, amount, requestId)
          else if (kind === 'settle') settle(state, settlementOf(amount, requestId))
          else if (kind === 'release') release(state, requestId)
        } catch (error) {
          if (!(error instanceof LedgerRefusal)) throw error
        }
        const holds = [...state.holds.values()]
        const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
        expect(user.balance + sum(holds.map(hold => hold.userAmount))).toBe(
          balance + sum(state.entries.map(entry => entry.userAmount)),
        )
        expect(token.remain + sum(holds.map(hold => hold.tokenAmount))).toBe(
          (cap ?? 0) + sum(state.entries.map(entry => entry.tokenAmount)),
        )
        expect(Math.min(user.balance, token.remain)).toBeGreaterThanOrEqual(0)
      }
    }),
    { seed: 20_261 },
  )
})
