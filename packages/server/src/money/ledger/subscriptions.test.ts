import { afterEach, describe, expect, test } from 'bun:test'
import { constantFrom, integer, property, assert as that } from 'fast-check'
import { databases } from '../../../test/support/databases.ts'
import { localBuses } from '../../../test/support/local-bus.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { changeStanding } from '../payment/change-standing.ts'
import { creditOrder } from '../payment/credit-order.ts'
import { heldSubscriptions } from '../plans/held-subscription.ts'
import { subscribe } from '../plans/subscribe.ts'
import { termsOf, testPlan } from '../plans/testing.ts'
import { orderOfPlan } from '../wallet/testing.ts'
import { changeCharge, type Ledger } from './index.ts'
import { periodOfAccount } from './periods.ts'
import { addMonths, needsFiveHours, type Windowed, windowOfAccount, windowsAt } from './subscription-windows.ts'
import { type LedgerFixture, makeLedgerFixture, NOW, openTestLedger, type Payer } from './testing.ts'

const at = (text: string) => Date.parse(text) / 1000
const windowed = (more: Partial<Windowed>): Windowed => ({
  ...{ id: 7, term: 1, term_start: NOW, term_end: 0, anchor: NOW, resets: 0, five_start: 0, five_number: 0 },
  ...{ five_hours: null, day: null, week: null, month: null, total: null },
  ...more,
})
const monthAt = (anchor: string, now: string) => {
  const [window] = windowsAt(windowed({ month: 5, anchor: at(anchor) }), at(now))
  return window && new Date(window.endsAt * 1000).toISOString().slice(0, 16)
}

describe('windows', () => {
  test('of a month start on the day of the purchase, or the last day of a shorter month', () => {
    expect(monthAt('2026-01-31T10:30Z', '2026-02-01T00:00Z')).toBe('2026-02-28T10:30')
    expect(monthAt('2026-01-31T10:30Z', '2026-02-28T10:29Z')).toBe('2026-02-28T10:30')
    expect(monthAt('2026-01-31T10:30Z', '2026-02-28T10:30Z')).toBe('2026-03-31T10:30')
    expect(monthAt('2028-01-31T10:30Z', '2028-02-01T00:00Z')).toBe('2028-02-29T10:30')
    // Daylight saving time begins in between where it exists.
    expect(monthAt('2026-03-15T02:30Z', '2026-04-15T02:29Z')).toBe('2026-04-15T02:30')
    expect(monthAt('2026-12-31T23:59Z', '2027-01-01T00:00Z')).toBe('2027-01-31T23:59')
  })

  test('of days and weeks follow each other without gaps from the purchase on', () => {
    const of = windowed({ day: 1, week: 1 })
    const ends = (now: number) => windowsAt(of, now).map(({ endsAt }) => endsAt - NOW)
    expect(ends(NOW)).toEqual([86_400, 604_800])
    expect(ends(NOW + 86_399)).toEqual([86_400, 604_800])
    expect(ends(NOW + 86_400)).toEqual([172_800, 604_800])
    // If the clock goes back, the first window stays.
    expect(ends(NOW - 10)).toEqual([86_400, 604_800])
  })

  test('of five hours begin with the first call after the previous one', () => {
    const of = windowed({ five_hours: 9, five_start: NOW, five_number: 3 })
    expect([needsFiveHours(of, NOW + 17_999), needsFiveHours(of, NOW + 18_000)]).toEqual([false, true])
    expect(windowsAt(of, NOW).map(({ endsAt }) => endsAt)).toEqual([NOW + 18_000])
  })

  test('have unique ids that contain the subscription and the kind', () => {
    const kinds = ['five_hours', 'day', 'week', 'month', 'total'] as const
    const seen = new Map<number, string>()
    that(
      property(
        integer({ min: 1, max: 2 ** 25 - 1 }),
        constantFrom(...kinds),
        integer({ min: 0, max: 511 }),
        integer({ min: 0, max: 65_535 }),
        (id, kind, resets, number) => {
          const of = windowed({ id, resets, term: number, five_number: number, [kind]: 1 })
          const [window] = windowsAt(of, NOW + number * 86_400)
          const account = window?.id ?? 0
          expect([Number.isSafeInteger(account), account < 0]).toEqual([true, true])
          expect(windowOfAccount(account)).toEqual({ subscriptionId: id, window: kind })
          expect(periodOfAccount(account)).toMatchObject({ owner: 'subscription', ownerId: id })
          const place = `${id} ${kind} ${resets} ${window?.endsAt} ${kind === 'total' || kind === 'five_hours' ? number : ''}`
          expect(seen.get(account) ?? place).toBe(place)
          seen.set(account, place)
        },
      ),
      { seed: 31, numRuns: 500 },
    )
  })

  test('the same day of a later month is never before it', () => {
    that(
      property(integer({ min: 0, max: 4e9 }), integer({ min: 0, max: 600 }), (moment, months) => {
        expect(addMonths(moment, months + 1)).toBeGreaterThan(addMonths(moment, months))
      }),
      { seed: 31, numRuns: 500 },
    )
  })
})

for (const { kind, open } of databases()) {
  describe(`calls paid by a plan on ${kind}`, () => {
    let app: LedgerFixture
    const others: Ledger[] = []
    afterEach(async () => {
      for (const other of others.splice(0)) await other.close()
      await app.close()
    })

    test('that run while the plan is paid back count as used, so nobody uses what they got back', async () => {
      app = await makeLedgerFixture(await open())
      const { db } = app.storage
      const means = { ...termsOf(NOW), db, ledger: app.ledger }
      const payer = await app.payer({ balance: 0 })
      const plan = await testPlan(db, { price: 100, five_hours: null, day: 500, total: 500 })
      const order = await orderOfPlan(db, payer.userId, plan)
      await inTransaction(db, db => creditOrder(db, means, order))
      const [held] = await heldSubscriptions(db, payer.userId)
      const windows = (await held?.windows(NOW)) ?? []
      const subscription = { id: held?.id ?? 0, windows: windows.map(({ id }) => id) }
      const hold = (amount: number) => ({ ...app.hold(payer, amount), subscription })
      const [ended, running] = [hold(10), hold(60)]
      for (const one of [ended, running])
        expect(await app.ledger.reserve(one)).toMatchObject({ granted: expect.any(Number) })
      await app.ledger.settle(app.settlement(payer, ended, 10))
      await changeStanding(means, order.id, { refundedCents: 200 })
      const owed = async () =>
        (await db.selectFrom('users').select('owed').where('id', '=', payer.userId).executeTakeFirstOrThrow()).owed
      expect(await owed()).toBe(70)
      await app.ledger.settle(app.settlement(payer, running, 60))
      expect(await owed()).toBe(70)
      expect(await app.findings()).toEqual([])
    })

    async function start(plan: Parameters<typeof testPlan>[1], balance = 1_000, bus?: ReturnType<typeof localBuses>) {
      app = await makeLedgerFixture(await open(), bus && { bus: bus.join(), isOnlyNode: false })
      const { db } = app.storage
      const payer = await app.payer({ balance })
      const none = { five_hours: null, day: null, total: null }
      const made = await testPlan(db, { price: 100, ...none, ...plan })
      const row = await inTransaction(db, db =>
        subscribe(db, { userId: payer.userId, plan: made, source: 'bought', now: NOW }, termsOf(NOW)),
      )
      const windows = () => windowsAt(row, NOW).map(({ id }) => id)
      const hold = (amount: number) => ({
        ...app.hold(payer, amount),
        subscription: { id: row.id, windows: windows() },
      })
      return { payer, row, hold }
    }
    /** A plan of calls whose weight is 5 and 0.2. */
    async function startCalls(plan: Parameters<typeof testPlan>[1], bus?: ReturnType<typeof localBuses>) {
      const { hold, ...started } = await start({ unit: 'calls', ...plan }, 1_000, bus)
      const call = (weight: number, amount = 60) => {
        const held = hold(amount)
        return { ...held, subscription: { ...held.subscription, callWeight: weight } }
      }
      return { ...started, call }
    }
    const usedOf = async (id: number) => {
      const { used, used_calls } = await app.storage.db
        .selectFrom('subscriptions')
        .select(['used', 'used_calls'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return [used, used_calls]
    }
    const spentIn = async () => {
      const rows = await app.storage.db.selectFrom('spending_periods').select('spent').orderBy('id', 'desc').execute()
      return rows.map(({ spent }) => spent)
    }
    const balanceOf = async (payer: Payer) => (await app.state(payer)).balance

    test('do not touch the wallet, and count in every window, the cap and the figures', async () => {
      const { payer, row, hold } = await start({ day: 500, total: 800 })
      const held = hold(60)
      expect(await app.ledger.reserve(held)).toMatchObject({ granted: 60, left: 440 })
      expect(await app.ledger.settle(app.settlement(payer, held, 40))).toMatchObject({ quota: 40 })
      expect(await app.state(payer)).toMatchObject({ balance: 900, used: 40, requests: 1, channelUsed: 40, logged: 40 })
      expect(await spentIn()).toEqual([40, 40])
      const { used, paid } = await app.storage.db
        .selectFrom('subscriptions')
        .select(['used', 'paid'])
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow()
      expect([used, paid]).toEqual([40, 100])
      expect(await app.findings()).toEqual([])
    })

    test('are refused if one window lacks the hold, even if the wallet has enough', async () => {
      const { hold } = await start({ day: 50, total: 800 }, 5_000)
      expect(await app.ledger.reserve(hold(51))).toBe('subscription_used_up')
      expect(await app.ledger.reserve(hold(50))).toMatchObject({ granted: 50 })
    })

    test('that cost more than the windows have are paid by the wallet, and the rest is owed', async () => {
      const { payer, hold } = await start({ day: 50 }, 130)
      const held = hold(50)
      await app.ledger.reserve(held)
      await app.ledger.settle(app.settlement(payer, held, 90))
      expect([await spentIn(), await balanceOf(payer)]).toEqual([[50], 0])
      const { owed } = await app.storage.db.selectFrom('users').select('owed').executeTakeFirstOrThrow()
      expect(owed).toBe(10)
      expect(await app.findings()).toEqual([])
    })

    test('are refunded to their windows, not to the wallet, and at most by what was used', async () => {
      const { payer, hold } = await start({ day: 50, week: 70 })
      const held = hold(50)
      await app.ledger.reserve(held)
      await app.ledger.settle(app.settlement(payer, held, 40))
      const { db } = app.storage
      const { requestId } = held
      await changeCharge(db, { reference: 'refund:1', requestId, more: -30, now: NOW })
      expect([await spentIn(), await balanceOf(payer)]).toEqual([[10, 10], 900])
      await changeCharge(db, { reference: 'refund:2', requestId, more: -10, now: NOW })
      expect([await spentIn(), await balanceOf(payer)]).toEqual([[0, 0], 900])
      await changeCharge(db, { reference: 'refund-undone:1', requestId, more: 30, now: NOW })
      expect([await spentIn(), await balanceOf(payer)]).toEqual([[30, 30], 900])
      expect(await app.findings()).toEqual([])
    })

    test('cost more of their windows by a correction, up to what those have left, and the wallet the rest', async () => {
      const { payer, row, hold } = await start({ day: 50, week: 70 })
      const held = hold(50)
      await app.ledger.reserve(held)
      await app.ledger.settle(app.settlement(payer, held, 40))
      const { requestId, subscription } = held
      for (const id of subscription.windows) await app.ledger.recall('period', id)
      await changeCharge(app.storage.db, { reference: 'task-adjust:1', requestId, more: 30, now: NOW })
      expect([await spentIn(), await balanceOf(payer)]).toEqual([[50, 50], 880])
      expect(await usedOf(row.id)).toEqual([50, 0])
      expect(await app.findings()).toEqual([])
    })

    test('find nothing in a paused or ended plan', async () => {
      const { row, hold } = await start({ day: 50 })
      await app.storage.db.updateTable('subscriptions').set({ status: 'paused' }).where('id', '=', row.id).execute()
      expect(await app.ledger.reserve(hold(1))).toBe('subscription_used_up')
    })

    test('that counts calls count their weight once, whatever they cost, and cost the wallet nothing', async () => {
      const { payer, row, call } = await startCalls({ day: 10_000, total: 50_000 })
      const held = call(5_000)
      expect(await app.ledger.reserve(held)).toMatchObject({ granted: 60 })
      expect(await app.ledger.extend(held.requestId, { least: 100, most: 900_000 })).toMatchObject({ granted: 900_000 })
      expect(await app.ledger.settle(app.settlement(payer, held, 40_000))).toMatchObject({ quota: 40_000 })
      const small = call(200)
      await app.ledger.reserve(small)
      await app.ledger.settle(app.settlement(payer, small, 3))
      expect([await spentIn(), await balanceOf(payer)]).toEqual([[5_200, 5_200], 900])
      expect(await usedOf(row.id)).toEqual([40_003, 5_200])
      // 4.8 calls are left, and a part of one is none.
      expect(await app.ledger.reserve(call(5_000))).toBe('subscription_used_up')
      expect(await app.findings()).toEqual([])
    })

    test('that counts calls give their weight back if they fail or cost nothing', async () => {
      const { payer, row, call } = await startCalls({ day: 1_000 })
      const failed = call(1_000)
      await app.ledger.reserve(failed)
      expect(await app.ledger.reserve(call(1_000))).toBe('subscription_used_up')
      await app.ledger.release(failed.requestId)
      const free = call(1_000)
      await app.ledger.reserve(free)
      await app.ledger.settle(app.settlement(payer, free, 0))
      expect([await spentIn(), await usedOf(row.id)]).toEqual([[0], [0, 0]])
      const charged = call(1_000)
      expect(await app.ledger.reserve(charged)).toMatchObject({ granted: 60 })
      await app.ledger.settle(app.settlement(payer, charged, 7))
      expect([await spentIn(), await usedOf(row.id), await balanceOf(payer)]).toEqual([[1_000], [7, 1_000], 900])
      expect(await app.findings()).toEqual([])
    })

    test('that counts calls count again what a refund gave back, and a correction of the price changes no count', async () => {
      const { payer, row, call } = await startCalls({ day: 8_000 })
      const { db } = app.storage
      const held = call(5_000)
      const { requestId } = held
      await app.ledger.reserve(held)
      await app.ledger.settle(app.settlement(payer, held, 40))
      const change = (reference: string, more: number) => changeCharge(db, { reference, requestId, more, now: NOW })
      await change('task-adjust:1', 40)
      await change('refund:1', -10)
      expect([await spentIn(), await usedOf(row.id)]).toEqual([[5_000], [70, 5_000]])
      await change('refund:2', -40)
      expect([await spentIn(), await usedOf(row.id)]).toEqual([[0], [30, 0]])
      await change('refund-undone:2', 40)
      expect([await spentIn(), await usedOf(row.id), await balanceOf(payer)]).toEqual([[5_000], [70, 5_000], 900])
      expect(await app.findings()).toEqual([])
    })

    test('that counts calls still honours the cap of the token', async () => {
      const { payer, call } = await startCalls({ day: 8_000 })
      await app.storage.db.updateTable('tokens').set({ unlimited_quota: 0 }).where('id', '=', payer.tokenId).execute()
      expect(await app.ledger.reserve(call(1_000))).toBe('token_quota_insufficient')
    })

    test.each([1, 3])('never exceed a window of calls, with 200 at once on %d nodes', async nodes => {
      const bus = localBuses()
      const { payer, row, call } = await startCalls({ day: 10_000, total: 50_000 }, nodes > 1 ? bus : undefined)
      const ledgers = [app.ledger]
      for (let more = 1; more < nodes; more += 1) {
        const other = await openTestLedger(app.storage, { bus: bus.join(), isOnlyNode: false })
        others.push(other)
        ledgers.push(other)
      }
      const calls = Array.from({ length: 200 }, (_, at) => ({
        ledger: ledgers[at % nodes] ?? app.ledger,
        held: call(200),
      }))
      const answers = await Promise.all(
        calls.map(({ ledger, held }) => Promise.resolve(ledger.reserve(held)).catch(error => (error as Error).name)),
      )
      const served = calls.filter((_, at) => typeof answers[at] !== 'string')
      expect(served.length).toBe(50)
      await Promise.all(served.map(({ ledger, held }) => ledger.settle(app.settlement(payer, held, 30_000))))
      expect([await spentIn(), await usedOf(row.id)]).toEqual([
        [10_000, 10_000],
        [50 * 30_000, 10_000],
      ])
      expect(await balanceOf(payer)).toBe(900)
      expect(await app.findings()).toEqual([])
    })

    test.each([1, 3])('never exceed a window, with 200 at once on %d nodes', async nodes => {
      const bus = localBuses()
      const { payer, hold } = await start({ day: 1_000, total: 5_000 }, 10_000, nodes > 1 ? bus : undefined)
      const ledgers = [app.ledger]
      // On SQLite, a second node would be another process on the same folder.
      for (let more = 1; more < nodes; more += 1) {
        const other = await openTestLedger(app.storage, { bus: bus.join(), isOnlyNode: false })
        others.push(other)
        ledgers.push(other)
      }
      const calls = Array.from({ length: 200 }, (_, at) => ({
        ledger: ledgers[at % nodes] ?? app.ledger,
        held: hold(20),
      }))
      const answers = await Promise.all(
        calls.map(({ ledger, held }) => Promise.resolve(ledger.reserve(held)).catch(error => (error as Error).name)),
      )
      const served = calls.filter((_, at) => typeof answers[at] !== 'string')
      expect(served.length).toBe(50)
      await Promise.all(served.map(({ ledger, held }) => ledger.settle(app.settlement(payer, held, 20))))
      expect([await spentIn(), await balanceOf(payer)]).toEqual([[1_000, 1_000], 9_900])
      expect(await app.findings()).toEqual([])
    })
  })
}
