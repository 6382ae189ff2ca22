import { describe, expect, test } from 'bun:test'
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { type Account, available, giveBack, newAccount, newHold, type Payers, setAside } from './book.ts'
import { checkAmount, checkWanted } from './check-amounts.ts'
import { LedgerRefusal } from './commands.ts'
import { expectSame } from './find-settled.ts'
import { cancelPayment, confirmPayment, pay } from './payment.ts'
import { NOW, newHold as wantedHold } from './testing.ts'

test('an amount of quota is a whole number from 0 on', () => {
  for (const amount of [0, 1, Number.MAX_SAFE_INTEGER]) checkAmount(amount)
  for (const amount of [-1, 0.5, -0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => checkAmount(amount)).toThrow(RangeError)
  checkWanted({ least: 1, most: 1 })
  expect(() => checkWanted({ least: 2, most: 1 })).toThrow(RangeError)
})

const SEED = 20_261_122
const holdOf = () => newHold(wantedHold({ userId: 1, tokenId: 2, channelId: 3 }, 0), NOW)

/** User 1 and their token 2 with these leased amounts. `cap` null: unlimited; absent: no token. */
function payersOf(balance: number, cap?: number | null): Payers {
  const user: Account = { ...newAccount('user', 1), taken: balance }
  const periods: Account[] = []
  const isSubscribed = false
  if (cap === undefined) return { user, token: null, periods, isSubscribed }
  return {
    user,
    token: { ...newAccount('token', 2), taken: cap ?? 0, isUnlimited: cap === null },
    periods,
    isSubscribed,
  }
}
const left = ({ user, token }: Payers) => [available(user), token ? available(token) : null]

describe('reserving quota', () => {
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
    const [hold, payers] = [holdOf(), payersOf(balance, cap)]
    expect(setAside(hold, payers, { least, most })).toEqual(answer as never)
    const granted = typeof answer === 'string' ? 0 : (answer as { granted: number }).granted
    expect(left(payers)).toEqual([balance - granted, cap === null ? 0 : cap - granted])
    expect([hold.userAmount, hold.tokenAmount]).toEqual([granted, cap === null ? 0 : granted])
  })

  test('checks no token if none is given', () => {
    const payers = payersOf(100)
    expect(setAside(holdOf(), payers, { least: 1, most: 1 })).toEqual({ granted: 1, left: 99 })
  })

  test('extends a hold in the same way, and releases all of it', () => {
    const [hold, payers] = [holdOf(), payersOf(100, 50)]
    setAside(hold, payers, { least: 20, most: 20 })
    expect(setAside(hold, payers, { least: 10, most: 90 })).toEqual({ granted: 30, left: 0 })
    expect(setAside(hold, payers, { least: 1, most: 9 })).toBe('token_quota_insufficient')
    expect([hold.userAmount, hold.tokenAmount]).toEqual([50, 50])
    giveBack(hold, payers)
    expect(left(payers)).toEqual([100, 50])
  })
})

describe('a payment', () => {
  test('releases the rest of its hold at once, and is spent when committed', () => {
    const [hold, payers] = [holdOf(), payersOf(100, 90)]
    setAside(hold, payers, { least: 60, most: 60 })
    const payment = pay(hold, payers, 25)
    expect(payment).toEqual({
      paid: 25,
      subscriptionPaid: 0,
      calls: 0,
      uncollected: 0,
      tokenPaid: 25,
      tokenOwed: 0,
      periodsPaid: [],
    })
    expect(left(payers)).toEqual([75, 65])
    confirmPayment(payers, payment)
    expect(left(payers)).toEqual([75, 65])
    expect([payers.user.spent, payers.user.held, payers.token?.spent]).toEqual([25, 0, 25])
  })

  test('takes missing quota from other leases, and wallet and cap owe the rest', () => {
    const [hold, payers] = [holdOf(), payersOf(100, 30)]
    setAside(hold, payers, { least: 20, most: 20 })
    expect(pay(hold, payers, 130)).toEqual({
      paid: 100,
      subscriptionPaid: 0,
      calls: 0,
      uncollected: 30,
      tokenPaid: 30,
      tokenOwed: 100,
      periodsPaid: [],
    })
    expect(left(payers)).toEqual([0, 0])
  })

  test('from an overdrawn wallet is only the held amount', () => {
    const [hold, payers] = [holdOf(), payersOf(30)]
    setAside(hold, payers, { least: 20, most: 20 })
    payers.user.taken = 5
    expect(pay(hold, payers, 25)).toEqual({
      paid: 20,
      subscriptionPaid: 0,
      calls: 0,
      uncollected: 5,
      tokenPaid: 0,
      tokenOwed: 0,
      periodsPaid: [],
    })
    expect(available(payers.user)).toBe(-15)
  })

  test('that is never committed becomes available again', () => {
    const [hold, payers] = [holdOf(), payersOf(100, 90)]
    setAside(hold, payers, { least: 60, most: 60 })
    cancelPayment(payers, pay(hold, payers, 25))
    expect(left(payers)).toEqual([100, 90])
  })
})

test('no sequence of holds, payments, cancellations and releases loses quota or spends it twice', () => {
  const act = record({ what: constantFrom('hold', 'pay', 'cancel', 'give back'), amount: integer({ min: 0, max: 90 }) })
  assert(
    property(integer({ min: 0, max: 300 }), integer({ min: 0, max: 300 }), array(act), (balance, cap, acts) => {
      const payers = payersOf(balance, cap)
      const open: ReturnType<typeof holdOf>[] = []
      let spent = 0
      for (const { what, amount } of acts) {
        if (what === 'hold') {
          const hold = holdOf()
          if (typeof setAside(hold, payers, { least: 0, most: amount }) !== 'string') open.push(hold)
          continue
        }
        const hold = open.shift()
        if (!hold) continue
        if (what === 'give back') giveBack(hold, payers)
        else {
          const payment = pay(hold, payers, amount)
          if (what === 'cancel') cancelPayment(payers, payment)
          else {
            confirmPayment(payers, payment)
            spent += payment.paid
          }
        }
      }
      const held = open.reduce((sum, hold) => sum + hold.userAmount, 0)
      expect(payers.user.spent).toBe(spent)
      expect(available(payers.user)).toBe(balance - spent - held)
      expect(available(payers.user)).toBeGreaterThanOrEqual(0)
      expect(payers.token && available(payers.token)).toBeGreaterThanOrEqual(0)
    }),
    { seed: SEED },
  )
})

test('a settlement that differs from an earlier one of the request is refused', () => {
  const made = { userId: 1, channelId: 3, asked: 50, paid: 40 }
  const { paid, ...same } = made
  expectSame('r', made, same)
  for (const other of [{ userId: 2 }, { channelId: 4 }, { asked: 40 }])
    expect(() => expectSame('r', made, { ...same, ...other })).toThrow(LedgerRefusal)
})
