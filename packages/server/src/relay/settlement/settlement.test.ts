import { afterEach, beforeEach, describe, expect, type Mock, spyOn, test } from 'bun:test'
import { type EndedBy, LOG_TYPE } from '@tollgate/contract'
import { noUsage, type Tally } from '@tollgate/gateway'
import type { Logger } from 'pino'
import { until } from '../../../test/support/until.ts'
import { DatabaseUnavailable, LedgerRefusal } from '../../money/ledger/index.ts'
import { makeCallMeter } from '../../platform/metrics/call-meter.ts'
import { relayError } from '../call/relay-error.ts'
import { settleLate } from './settle-late.ts'
import { settlement } from './settlement.ts'
import { envelopeOf, IDENTITY, loggedCall, priceOfOutput, pricingOf, tallyOf, walletLedger } from './testing.ts'

/** The logs and ledger of a call with this tally; output costs four times as much as input. */
function callOf(told: Partial<Tally>, how?: Parameters<typeof settlement>[5], endpoint: object = {}) {
  const wallet = walletLedger(900)
  const said: [level: string, facts: Record<string, unknown>, words: string][] = []
  const at = (level: string) => (facts: Record<string, unknown>, words: string) => void said.push([level, facts, words])
  const log = { warn: at('warn'), error: at('error'), isLevelEnabled: () => false } as unknown as Logger
  const told_of: unknown[][] = []
  const sentRequest: unknown[][] = []
  const logged = loggedCall({ sentRequest: { model: 'gpt-5', losses: [] } }, endpoint)
  logged.call.startedAt = performance.now() - 1_500.4
  const settle = settlement(
    logged,
    envelopeOf({}),
    pricingOf(priceOfOutput(4)),
    tallyOf(told),
    {
      ledger: wallet.ledger,
      log,
      notifications: { afterCharge: (...what) => void told_of.push(what) },
      prices: {
        priceOf: () => null,
        limitsOf(...names) {
          sentRequest.push(names)
          return { contextWindow: 1_000, output: 200 }
        },
      },
      meter: makeCallMeter(),
      now: () => 99,
    },
    how,
  )
  return { ...wallet, settle, said, notified: told_of, sentRequest, log }
}

const otherOf = ({ settled }: ReturnType<typeof callOf>) => JSON.parse(settled.at(-1)?.log.other ?? '{}')
const reported = { usage: { ...noUsage(), input: 10, output: 5 }, usageIsFinal: true, produced: true, outputTokens: 7 }

describe('an answer that ended', () => {
  test('is charged what it consumed, its row says how, and its user may be notified', async () => {
    const call = callOf(reported)
    await call.settle('complete')
    expect(call.settled).toMatchObject([
      {
        requestId: 'own-id',
        quota: 30,
        channelId: 8,
        log: { quota: 30, prompt_tokens: 10, completion_tokens: 5, created_at: 99, channel_id: 8 },
      },
    ])
    const other = otherOf(call)
    expect(other).toMatchObject({
      model_ratio: 1,
      completion_ratio: 4,
      charge_rule: { ended_by: 'complete', known: 'final_usage', charged: 'reported' },
    })
    expect(other.frt).toBeWithin(1_500, 1_600)
    expect(other).not.toContainAnyKeys(['client_gone', 'wallet_empty', 'error_code', 'usage_source', 'suspect_counts'])
    expect(call.notified).toEqual([[IDENTITY, 900]])
    expect(call.sentRequest).toEqual([['gpt', 'gpt-5']])
  })

  test.each([
    [9_999.5, 4_999_750_000],
    [10_000, 30],
  ])('of another model is charged the %f dollars that it tells, if an answer can cost them', async (cost, quota) => {
    const call = callOf({ ...reported, model: 'other', usage: { ...reported.usage, raw: { cost } } })
    await call.settle('complete')
    expect(call.settled).toMatchObject([{ quota }])
  })

  test('without reported usage is charged by what was seen, and says so', async () => {
    const call = callOf({ produced: true, outputTokens: 7, suspect: ['total'] })
    await call.settle('upstream_closed')
    expect(call.settled[0]?.quota).toBe(7 + 4 * 7)
    expect(otherOf(call)).toMatchObject({ usage_source: 'estimated', suspect_counts: ['total'] })
  })

  test('that is free costs nothing, and its row has counts but no price', async () => {
    const call = callOf({ usage: { ...noUsage(), input: 10, output: 5 } })
    await call.settle('upstream_error')
    expect(call.settled).toMatchObject([{ quota: 0, log: { prompt_tokens: 10, completion_tokens: 5 } }])
    expect(otherOf(call)).not.toHaveProperty('model_ratio')
  })

  test('is never charged more than its model can produce', async () => {
    const call = callOf({ ...reported, usage: { ...noUsage(), input: 10, output: 5_000 } })
    await call.settle('complete')
    expect(call.settled[0]?.quota).toBe(10 + 4 * 200)
    expect(otherOf(call)).toMatchObject({ usage_source: 'clamped', suspect_counts: ['output'] })
  })

  test.each<[endedBy: EndedBy, failure: Parameters<ReturnType<typeof callOf>['settle']>[1], marks: object]>([
    ['client_before', undefined, { client_gone: true }],
    ['client_during', undefined, { client_gone: true }],
    ['client_during', relayError('client_too_slow'), { client_gone: true, error_code: 'client_too_slow' }],
    ['gateway_stop', undefined, { wallet_empty: true }],
    ['gateway_stop', relayError('quota_used_up'), { wallet_empty: true, error_code: 'quota_used_up' }],
    ['gateway_stop', relayError('internal'), { error_code: 'internal' }],
    ['time_limit', undefined, {}],
    [
      'upstream_error',
      { status: 529, message: 'no', type: 'overloaded_error', code: null, param: null },
      { error_code: 'overloaded_error' },
    ],
    ['upstream_error', { status: 500, message: 'no', type: null, code: null, param: null }, { error_code: '' }],
    ['upstream_error', { status: 500, message: 'no', type: 't', code: 'c', param: null }, { error_code: 'c' }],
  ])('by %s, with %p, is marked %j', async (endedBy, failure, marks) => {
    const call = callOf(reported)
    await call.settle(endedBy, failure)
    const { client_gone, wallet_empty, error_code, status_code } = otherOf(call)
    expect({ client_gone, wallet_empty, error_code }).toEqual({
      client_gone: undefined,
      wallet_empty: undefined,
      error_code: undefined,
      ...marks,
    })
    expect(status_code).toBe(failure?.status)
  })
})

describe('a model that hides its reasoning', () => {
  const unseen = () => ({ seconds: 2, held: 1e6 })

  test('is charged by time when its client leaves', async () => {
    const call = callOf({}, { isDelivered: true, unseen })
    await call.settle('client_during')
    expect(call.settled[0]?.quota).toBe(7 + 4 * 100)
    expect(otherOf(call).charge_rule).toMatchObject({ charged: 'time' })
  })

  test('is charged by what was seen if anyone else ended it, or if it shows its reasoning', async () => {
    const cut = callOf({ produced: true, outputTokens: 5 }, { isDelivered: true, unseen })
    await cut.settle('time_limit')
    expect(cut.settled[0]?.quota).toBe(7 + 4 * 5)
    const shown = callOf({ produced: true, outputTokens: 5 }, { isDelivered: true, unseen: () => null })
    await shown.settle('client_during')
    expect(shown.settled[0]?.quota).toBe(7 + 4 * 5)
    expect(otherOf(shown).charge_rule).toMatchObject({ charged: 'seen' })
  })

  test('is charged by its report if that came before its client left', async () => {
    const call = callOf(reported, { isDelivered: true, unseen })
    await call.settle('client_during')
    expect(call.settled[0]?.quota).toBe(30)
  })
})

/** The waits, which end at once. */
let waited: (number | undefined)[]
let timers: Mock<typeof setTimeout>
beforeEach(() => {
  waited = []
})
afterEach(() => timers?.mockRestore())
const withoutWaiting = () => {
  const pass = (act: () => void, ms?: number) => {
    waited.push(ms)
    queueMicrotask(act)
    return { unref() {} }
  }
  timers = spyOn(globalThis, 'setTimeout').mockImplementation(pass as never)
}

describe('a charge that fails', () => {
  test('throws and is logged as an error; for a delivered answer, it is repeated later', async () => {
    const call = callOf(reported)
    call.failures.push(new LedgerRefusal('gone'))
    expect(await call.settle('complete').catch(error => error)).toBeInstanceOf(LedgerRefusal)
    await until(
      async () => call.said,
      found => found.length === 2,
    )
    expect(call.notified).toEqual([])
    expect(call.said).toMatchObject([
      ['error', { requestId: 'client-id', userId: 11, quota: 30 }, 'an answer could not be charged'],
      ['warn', { requestId: 'client-id', userId: 11, quota: 30, charged: 30 }, 'an answer was charged late'],
    ])
    expect(call.settled).toHaveLength(2)
    expect(call.settled[0]?.isLate).toBeUndefined()
    expect(call.settled[1]).toMatchObject({ isLate: true, requestId: 'own-id', quota: 30 })
    expect(otherOf(call)).toMatchObject({ settled_late: true, model_ratio: 1 })
    expect(call.recorded).toEqual([])
  })

  test('for an answer that was not delivered is not repeated', async () => {
    const call = callOf(reported, { isDelivered: false })
    call.failures.push(new LedgerRefusal('gone'))
    expect(await call.settle('complete').catch(error => error)).toBeInstanceOf(LedgerRefusal)
    await Bun.sleep(0)
    expect([call.settled.length, call.said.length]).toEqual([1, 1])
  })
})

describe('a late charge', () => {
  const due = { requestId: 'own-id', quota: 30, channelId: 8, log: { user_id: 11, created_at: 1, type: 2, quota: 30 } }

  test('waits a second for a missing database and tries again', async () => {
    withoutWaiting()
    const call = callOf(reported)
    call.failures.push(new DatabaseUnavailable('away'), new DatabaseUnavailable('away'))
    await settleLate(due, call)
    expect([call.settled.length, waited]).toEqual([3, [1_000, 1_000]])
    expect(call.said).toMatchObject([['warn', { charged: 30 }, 'an answer was charged late']])
    expect(call.recorded).toEqual([])
  })

  test('is given up after trying for about a day, with a row that says what is owed', async () => {
    withoutWaiting()
    const call = callOf(reported)
    call.failures.push(...Array.from({ length: 5_000 }, () => new DatabaseUnavailable('away')))
    await settleLate({ ...due, log: { ...due.log, other: '{"frt":1}' } }, call)
    expect([call.settled.length, waited.length]).toEqual([2_880, 2_879])
    expect(call.said).toMatchObject([['error', { quota: 30, userId: 11 }, 'a delivered answer was never charged']])
    expect(call.recorded).toMatchObject([{ type: LOG_TYPE.error, quota: 0, user_id: 11 }])
    expect(JSON.parse(call.recorded[0]?.other ?? '')).toEqual({ frt: 1, error_code: 'not_settled', uncollected: 30 })
  })

  test('is given up at once if refused', async () => {
    const call = callOf(reported)
    call.failures.push(new LedgerRefusal('otherwise'))
    await settleLate(due, call)
    expect([call.settled.length, call.recorded.length]).toEqual([1, 1])
    expect(JSON.parse(call.recorded[0]?.other ?? '')).toEqual({ error_code: 'not_settled', uncollected: 30 })
  })
})
