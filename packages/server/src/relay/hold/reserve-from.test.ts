import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import type { Insufficient, NewHold } from '../../money/ledger/index.ts'
import type { HeldSubscription, WindowStanding } from '../../money/plans/held-subscription.ts'
import { loggedCall, defaultOptions as options } from '../settlement/testing.ts'
import { refusalOfPlan, reserveFrom } from './reserve-from.ts'

const NOW = Date.parse('2026-11-28T22:30:00Z') / 1000

beforeEach(() => void setSystemTime(NOW * 1000))
afterEach(() => void setSystemTime())

/** A plan that pays for every call, with one window for each standing. */
const plan = (id: number, more: Partial<HeldSubscription> = {}, ...windows: Partial<WindowStanding>[]) =>
  ({
    id,
    name: `Plan ${id}`,
    beyond: 'wallet',
    countsCalls: false,
    holdsFor: () => true,
    callWeight: () => 0,
    isOver: () => false,
    windows: async () => [{ id: -id }],
    standing: async () => windows,
    ...more,
  }) as HeldSubscription

const logged = (subscriptions: HeldSubscription[]) => {
  const call = loggedCall()
  return { ...call, identity: { ...call.identity, subscriptions } }
}

/** Reserves from plans with this much room, by id, and a wallet with this much or this refusal. */
async function reserved(
  plans: HeldSubscription[],
  [least, most]: [number, number],
  { rooms = {}, wallet = 0 }: { rooms?: Record<number, number>; wallet?: number | Insufficient },
) {
  const asked: NewHold[] = []
  const call = logged(plans)
  const hold = { amount: { least, most, worst: most }, context: { group: 'vip' } } as NewHold
  const answer = await reserveFrom(call, hold, {
    async reserve(one) {
      asked.push(one)
      const room = one.subscription ? (rooms[one.subscription.id] ?? -1) : wallet
      if (typeof room === 'string') return room
      if (room < one.amount.least) return one.subscription ? 'subscription_used_up' : 'user_quota_insufficient'
      const granted = Math.min(one.amount.most, room)
      return { granted, left: room - granted }
    },
  })
  const granted = typeof answer === 'string' ? answer : answer.granted
  return { granted, paidBy: call.paidBy?.id, payers: asked.map(one => one.subscription?.id), asked }
}

describe('a hold', () => {
  test('is reserved from the first plan with room for all of it, whatever the wallet has', async () => {
    const plans = [plan(1), plan(2, { callWeight: names => (names.includes('gpt') ? 2_500 : 0) }), plan(3)]
    const { asked, ...told } = await reserved(plans, [10, 30], { rooms: { 1: 29, 2: 30, 3: 90 }, wallet: 90 })
    expect(told).toEqual({ granted: 30, paidBy: 2, payers: [1, 2] })
    expect(asked.at(-1)?.subscription).toEqual({ id: 2, windows: [-2], callWeight: 2_500 })
  })

  test('is reserved from the wallet if no plan has room for all of it', async () => {
    expect(await reserved([plan(1)], [10, 30], { rooms: { 1: 29 }, wallet: 90 })).toMatchObject({
      granted: 30,
      paidBy: undefined,
      payers: [1, undefined],
    })
  })

  test('takes what a plan has if that forbids the wallet or the wallet is empty', async () => {
    const strict = [plan(1), plan(2, { beyond: 'stop' })]
    const forbidden = { granted: 29, paidBy: 1, payers: [1, 2, 1] }
    expect(await reserved(strict, [10, 30], { rooms: { 1: 29 }, wallet: 90 })).toMatchObject(forbidden)
    const empty = { granted: 29, paidBy: 1, payers: [1, undefined, 1] }
    expect(await reserved([plan(1)], [10, 30], { rooms: { 1: 29 }, wallet: 9 })).toMatchObject(empty)
  })

  test('of nothing is reserved from the wallet even if a plan forbids it', async () => {
    const strict = [plan(1, { beyond: 'stop' })]
    expect(await reserved(strict, [0, 0], { wallet: 5 })).toMatchObject({ granted: 0, payers: [1, undefined] })
    expect(await reserved(strict, [1, 1], { wallet: 5 })).toMatchObject({
      granted: 'subscription_used_up',
      payers: [1],
    })
  })

  test.each<[string, [number, number], object, Insufficient, (number | undefined)[]]>([
    ['nobody has the least', [10, 30], { rooms: { 1: 9 }, wallet: 9 }, 'user_quota_insufficient', [1, undefined, 1]],
    ['nobody has all, which is the least', [30, 30], { rooms: { 1: 29 } }, 'user_quota_insufficient', [1, undefined]],
    [
      'the token has too little left',
      [10, 30],
      { rooms: { 1: 29 }, wallet: 'token_quota_insufficient' },
      'token_quota_insufficient',
      [1, undefined],
    ],
  ])('is refused if %s', async (_, amount, given, granted, payers) => {
    expect(await reserved([plan(1)], amount, given)).toMatchObject({ granted, paidBy: undefined, payers })
  })

  test('is not reserved from a plan that is over or for other models', async () => {
    const plans = [plan(1, { isOver: now => now === NOW }), plan(2, { holdsFor: model => model !== 'gpt' })]
    const rooms = { 1: 90, 2: 90 }
    expect(await reserved(plans, [10, 30], { rooms, wallet: 90 })).toMatchObject({ granted: 30, payers: [undefined] })
  })
})

describe('the refusal of a plan', () => {
  const window = (limit: number, used: number, inSeconds: number | null) => ({
    limit,
    used,
    endsAt: inSeconds === null ? 0 : NOW + inSeconds,
  })
  const refused = (...plans: HeldSubscription[]) => refusalOfPlan(logged(plans), 'vip', 20, options)

  test.each([
    ['the last end of the windows that are short', [window(100, 81, 60), window(50, 40, 90), window(100, 80, 120)], 90],
    ['the end of the only one that is short', [window(100, 81, 60), window(100, 0, 90)], 60],
    ['the first end if all have room, which running calls hold', [window(100, 80, 90), window(50, 0, 60)], 60],
    ['no end of a window that stays', [window(100, 0, null), window(100, 0, 90)], 90],
  ])('tells %s', async (_, windows, seconds) => {
    expect(await refused(plan(1, {}, ...windows))).toMatchObject({
      code: 'subscription_used_up',
      parameters: { plan: 'Plan 1', amount: '$0.00004', returns: '2026-11-28 22:31 UTC' },
      retryAfterSeconds: seconds,
    })
  })

  test.each([
    ['a window is smaller than the amount', [window(19, 0, 60), window(100, 90, 60)]],
    ['a short window stays', [window(100, 90, null), window(100, 90, 60)]],
    ['the only window stays', [window(100, 0, null)]],
    ['there is no window', []],
  ])('tells no time if %s', async (_, windows) => {
    expect(await refused(plan(1, {}, ...windows))).toMatchObject({
      code: 'subscription_spent',
      parameters: { plan: 'Plan 1', amount: '$0.00004' },
      retryAfterSeconds: null,
    })
  })

  test('goes by a window that holds exactly the amount', async () => {
    expect(await refused(plan(1, {}, window(20, 1, 60)))).toMatchObject({ retryAfterSeconds: 60 })
  })

  test('names the plan that is the first to have room, or the one that has paid', async () => {
    const plans = [
      plan(1),
      plan(2, {}, window(100, 90, 90)),
      plan(3, {}, window(100, 90, 60)),
      plan(4, {}, window(100, 90, 60)),
    ]
    expect(await refused(...plans)).toMatchObject({ parameters: { plan: 'Plan 3' }, retryAfterSeconds: 60 })
    const paid = { ...logged(plans), paidBy: plans[1] }
    expect(await refusalOfPlan(paid, 'vip', 20, options)).toMatchObject({
      parameters: { plan: 'Plan 2' },
      retryAfterSeconds: 90,
    })
  })

  test('counts calls where the plan does', async () => {
    const ofCalls = { callWeight: () => 2_500 }
    expect(await refused(plan(1, ofCalls, window(3_000, 501, 60)))).toMatchObject({
      code: 'subscription_calls_used_up',
      parameters: { plan: 'Plan 1', calls: 2.5, returns: '2026-11-28 22:31 UTC' },
    })
    expect(await refused(plan(1, ofCalls, window(2_499, 0, 60)))).toMatchObject({
      code: 'subscription_calls_spent',
      parameters: { plan: 'Plan 1', calls: 2.5 },
    })
  })
})
