import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { IDENTITY, loggedCall, defaultOptions as options, walletLedger } from '../settlement/testing.ts'
import { openLedgerHold, refusal } from './ledger-hold.ts'

test('a hold is opened with its owner and the facts for its log row', async () => {
  const { ledger, asked } = walletLedger(100)
  const hold = openLedgerHold(loggedCall(), 'vip', { ledger, options })
  expect([hold.isOpen, hold.held, hold.left]).toEqual([false, 0, 0])
  expect(await hold.growTo(10, 30)).toBeNull()
  expect([hold.isOpen, hold.held, hold.left]).toEqual([true, 30, 70])
  expect(asked).toEqual([
    [
      'reserve',
      {
        requestId: 'own-id',
        userId: 11,
        tokenId: 12,
        amount: { least: 10, most: 30, worst: 30 },
        periods: [],
        context: {
          username: 'nina',
          token_name: 'mine',
          model_name: 'gpt',
          group: 'vip',
          is_stream: 1,
          request_id: 'client-id',
        },
      },
    ],
  ])
})

test('an open hold grows by what is missing, and not at all when it is full', async () => {
  const { ledger, asked } = walletLedger(100)
  const hold = openLedgerHold(loggedCall(), 'vip', { ledger, options })
  await hold.growTo(10, 30)
  await hold.growTo(20, 30)
  await hold.growTo(0, 5)
  expect(asked).toHaveLength(1)
  await hold.growTo(35, 50)
  expect(asked.at(-1)).toEqual(['extend', 'own-id', { least: 5, most: 20, worst: 20 }])
  await hold.growTo(40, 51)
  expect(asked.at(-1)).toEqual(['extend', 'own-id', { least: 0, most: 1, worst: 1 }])
  expect([hold.held, hold.left]).toEqual([51, 49])
})

test('a hold takes what is available, even if it is less than the most', async () => {
  const { ledger } = walletLedger(100)
  const hold = openLedgerHold(loggedCall(), 'vip', { ledger, options })
  expect(await hold.growTo(10, 300)).toBeNull()
  expect([hold.held, hold.left]).toEqual([100, 0])
})

test('a refusal says how much is missing, as the site shows quota, and leaves the hold unchanged', async () => {
  const { ledger } = walletLedger(100)
  const hold = openLedgerHold(loggedCall(), 'vip', { ledger, options })
  expect(await hold.growTo(101, 300)).toMatchObject({
    code: 'user_quota_insufficient',
    parameters: { amount: '$0.000202' },
  })
  expect([hold.isOpen, hold.held]).toEqual([false, 0])
  await hold.growTo(60, 60)
  expect(await hold.growTo(101, 101)).toMatchObject({
    code: 'user_quota_insufficient',
    parameters: { amount: '$0.000202' },
  })
  expect([hold.isOpen, hold.held, hold.left]).toEqual([true, 60, 40])
})

test('a hold of 0 is open too', async () => {
  const { ledger, asked } = walletLedger(0)
  const hold = openLedgerHold(loggedCall(), 'vip', { ledger, options })
  expect(await hold.growTo(0, 0)).toBeNull()
  expect([hold.isOpen, hold.held]).toEqual([true, 0])
  expect(asked).toHaveLength(1)
})

describe('the refusal of a spent limit', () => {
  afterEach(() => void setSystemTime())

  const daily = { owner: 'token', ownerId: 12, period: 'day', quota: 500 } as const
  const ofUser = { owner: 'user', ownerId: 11, period: 'month', quota: 2_500_000 } as const
  const seat = { ...daily, ownerId: 31 }
  const project = { ...daily, ownerId: 41 }
  const identity = {
    ...IDENTITY,
    spendingLimits: [ofUser, daily, seat, project],
    member: { id: 3, name: 'Ann', seatId: 31 },
    project: { id: 41, name: 'Search', isArchived: false },
  } as typeof IDENTITY
  const toDay = { renews: '2026-11-29 00:00 UTC', retryAfterSeconds: 5_400 }
  const toMonth = { renews: '2026-12-01 00:00 UTC', retryAfterSeconds: 5_400 + 2 * 86_400 }

  test.each([
    ['token_period_used_up:12', 'token_period_used_up', '$0.001', toDay],
    ['token_period_used_up:31', 'member_budget_used_up', '$0.001', toDay],
    ['token_period_used_up:41', 'project_budget_used_up', '$0.001', toDay],
    ['user_period_used_up', 'user_period_used_up', '$5.00', toMonth],
  ] as const)('%s: %s, with its amount and its end', (why, code, limit, { renews, retryAfterSeconds }) => {
    setSystemTime(new Date('2026-11-28T22:30:00Z'))
    expect(refusal(why, 40, { identity }, options)).toMatchObject({
      code,
      parameters: { amount: '$0.00008', limit, renews, project: 'Search' },
      retryAfterSeconds,
    })
  })

  test('names no project if the token has none', () => {
    const own = { ...IDENTITY, spendingLimits: [daily] }
    expect(refusal('token_period_used_up:12', 40, { identity: own }, options)).toMatchObject({
      parameters: { project: '' },
    })
  })

  test('says only the amount if the limit is gone by now', () => {
    const { code, parameters } = refusal('token_period_used_up:12', 40, { identity: IDENTITY }, options)
    expect([code, parameters]).toEqual(['token_period_used_up', { amount: '$0.00008' }])
  })
})
