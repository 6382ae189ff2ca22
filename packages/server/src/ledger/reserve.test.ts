import { describe, expect, test } from 'bun:test'
import { LedgerRefusal } from './commands.ts'
import { extend, type LedgerState, release, reserve, settle } from './state.ts'
import { consumeRow, newHold } from './testing.ts'

const PAYER = { userId: 1, tokenId: 2, channelId: 3 }

/** Books with user 1 and his token 2; `cap` null: unlimited. */
function booksOf(balance: number, cap: number | null) {
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
const holdOf = (requestId: string, least: number, most: number, more: object = {}) => ({
  ...newHold(PAYER, 0),
  requestId,
  amount: { least, most },
  ...more,
})
const settlementOf = (requestId: string, quota: number, more: object = {}) => ({
  requestId,
  quota,
  channelId: 3,
  log: consumeRow(PAYER, quota),
  ...more,
})

describe('setting money aside', () => {
  test.each<[what: string, balance: number, cap: number | null, least: number, most: number, answer: unknown]>([
    ['all that is wanted', 100, 90, 10, 60, { granted: 60, left: 30 }],
    ['what the wallet has', 50, 90, 10, 60, { granted: 50, left: 0 }],
    ['what the cap has', 100, 40, 10, 60, { granted: 40, left: 0 }],
    ['whatever the cap of an unlimited token says', 100, null, 10, 60, { granted: 60, left: 40 }],
    ['the least to the last', 10, 10, 10, 60, { granted: 10, left: 0 }],
    ['nothing of an overdrawn wallet', -5, 10, 0, 60, 'user_quota_insufficient'],
    ['nothing where the wallet has less than the least', 9, 90, 10, 60, 'user_quota_insufficient'],
    ['nothing where the cap has less than the least', 100, 9, 10, 60, 'token_quota_insufficient'],
    ['nothing, and the wallet is named first', 9, 9, 10, 60, 'user_quota_insufficient'],
    ['nothing of nothing', 0, 0, 0, 60, { granted: 0, left: 0 }],
  ])('takes %s', (_, balance, cap, least, most, answer) => {
    const { state, user, token } = booksOf(balance, cap)
    expect(reserve(state, holdOf('r', least, most))).toEqual(answer as never)
    const granted = typeof answer === 'string' ? 0 : (answer as { granted: number }).granted
    expect([user.balance, token.remain]).toEqual([balance - granted, cap === null ? 0 : cap - granted])
    expect(state.holds.size).toBe(typeof answer === 'string' ? 0 : 1)
  })

  test('is refused to a user or a token that is not there, unless no token is named', () => {
    const { state, user } = booksOf(100, 100)
    expect(reserve(state, holdOf('a', 1, 1, { userId: 9 }))).toBe('user_quota_insufficient')
    expect(reserve(state, holdOf('b', 1, 1, { tokenId: 9 }))).toBe('token_quota_insufficient')
    expect(reserve(state, holdOf('c', 1, 1, { tokenId: 0 }))).toEqual({ granted: 1, left: 99 })
    expect([user.balance, state.holds.size]).toEqual([99, 1])
  })

  test('keeps what a row about the request needs', () => {
    const { state } = booksOf(100, 100)
    const hold = holdOf('r', 1, 1)
    reserve(state, hold)
    expect(JSON.parse(state.holds.get('r')?.context ?? '')).toEqual(hold.context)
  })

  test('happens once for a request, be it running or settled', () => {
    const { state } = booksOf(100, 100)
    reserve(state, holdOf('r', 1, 10))
    expect(() => reserve(state, holdOf('r', 1, 10))).toThrow(LedgerRefusal)
    settle(state, settlementOf('r', 5))
    expect(() => reserve(state, holdOf('r', 1, 10))).toThrow(LedgerRefusal)
  })
})

describe('adding to a hold', () => {
  test('takes from wallet and cap as the first time, and gives all of it back', () => {
    const { state, user, token } = booksOf(100, 50)
    reserve(state, holdOf('r', 20, 20))
    expect(extend(state, 'r', { least: 10, most: 90 })).toEqual({ granted: 30, left: 0 })
    expect([user.balance, token.remain]).toEqual([50, 0])
    expect(extend(state, 'r', { least: 1, most: 9 })).toBe('token_quota_insufficient')
    expect(state.holds.get('r')).toMatchObject({ userAmount: 50, tokenAmount: 50 })
    release(state, 'r')
    expect([user.balance, token.remain]).toEqual([100, 50])
  })

  test('is refused where nothing is held', () => {
    expect(() => extend(booksOf(100, 50).state, 'r', { least: 1, most: 1 })).toThrow(LedgerRefusal)
  })
})

describe('settlements of one group', () => {
  test('are entered and logged in their order', () => {
    const { state } = booksOf(100, null)
    for (const id of ['a', 'b', 'c']) reserve(state, holdOf(id, 10, 10))
    release(state, 'a', { ...consumeRow(PAYER, 0), content: 'a' })
    settle(state, settlementOf('b', 1))
    settle(state, settlementOf('c', 2))
    expect(state.entries.map(({ requestId }) => requestId)).toEqual(['b', 'c'])
    expect(state.logs.map(({ content, quota }) => content ?? quota)).toEqual(['a', 1, 2])
  })

  test('late and without a hold are paid out of wallet and cap; a token that is gone pays nothing', () => {
    const { state, user, token } = booksOf(100, 30)
    expect(settle(state, settlementOf('a', 40, { isLate: true }))).toEqual({ quota: 40, balance: 60 })
    expect([user.balance, token.remain, token.used]).toEqual([60, 0, 40])
    const log = { ...consumeRow(PAYER, 10), token_id: undefined }
    expect(settle(state, settlementOf('b', 10, { isLate: true, log }))).toEqual({ quota: 10, balance: 50 })
    expect(state.entries.map(({ tokenId, tokenAmount }) => [tokenId, Math.abs(tokenAmount)])).toEqual([
      [2, 30],
      [0, 0],
    ])
  })

  test('of a user who is not there are refused', () => {
    const log = { ...consumeRow(PAYER, 1), user_id: 9 }
    expect(() => settle(booksOf(1, 1).state, settlementOf('a', 1, { isLate: true, log }))).toThrow(LedgerRefusal)
  })

  test('of an overdrawn wallet take what is held and no more', () => {
    const { state, user } = booksOf(30, null)
    reserve(state, holdOf('a', 20, 20))
    user.balance = -15
    expect(settle(state, settlementOf('a', 25))).toEqual({ quota: 20, balance: -15 })
  })
})
