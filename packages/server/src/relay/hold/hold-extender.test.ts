import { describe, expect, test } from 'bun:test'
import type { HoldPlan } from '@tollgate/gateway'
import { tallyOf } from '../settlement/testing.ts'
import { makeHoldExtender } from './hold-extender.ts'
import type { LedgerHold } from './ledger-hold.ts'

/** Every token costs 1 quota, the input 100. */
const INPUT = 100
const plan: HoldPlan = {
  cost: tokens => INPUT + tokens,
  most: 1_000_000,
  isBound: false,
  answers: 1,
  expected: 4_096,
  least: 16,
  isSeen: true,
  hides: 'never',
  hidden: 0,
  margin: 1,
  bytesPerToken: 1,
  limitFor: () => null,
}

/** A hold from a wallet, and the amounts it was asked for. */
function holdOf(held: number, wallet: number) {
  const asked: [least: number, most: number][] = []
  const hold = {
    isOpen: true,
    hasBudget: false,
    held,
    left: wallet,
    async growTo(least: number, most: number) {
      asked.push([least, most])
      if (least > hold.held + hold.left) return { code: 'user_quota_insufficient' } as never
      const granted = Math.min(most - hold.held, hold.left)
      hold.held += granted
      hold.left -= granted
      return null
    },
  } satisfies LedgerHold
  return { hold, asked }
}

/** Extends a hold of this many tokens, and 1 quota more for rounding. */
const extenderOf = (tokens: number, wallet: number, more: Partial<HoldPlan> = {}) => {
  const { hold, asked } = holdOf(INPUT + tokens + 1, wallet)
  return { extender: makeHoldExtender({ ...plan, ...more }, hold), asked, hold }
}
const said = (outputTokens: number, more: object = {}) => tallyOf({ outputTokens, ...more })

describe('the hold of a stream stays ahead of its cost', () => {
  test('it does not grow while more than 1024 tokens are left', async () => {
    const { extender, asked } = extenderOf(10_000, 50_000)
    expect(extender.covers(said(0))).toBe(true)
    expect(extender.covers(said(8_975))).toBe(true)
    expect(asked).toEqual([])
    expect(await extender.covers(said(8_976))).toBe(true)
    expect(asked).toHaveLength(1)
  })

  test('if small, it does not grow while more than a quarter is left', async () => {
    const { extender, asked } = extenderOf(400, 50_000)
    expect(extender.covers(said(299))).toBe(true)
    expect(extender.covers(said(300))).toBeInstanceOf(Promise)
    expect(asked).toHaveLength(1)
  })

  test('it grows by the tokens produced so far, at least by 4096', async () => {
    const short = extenderOf(400, 50_000)
    await short.extender.covers(said(350))
    expect(short.asked).toEqual([[INPUT + 402, INPUT + 350 + 4_096]])
    const long = extenderOf(10_000, 50_000)
    await long.extender.covers(said(9_500))
    expect(long.asked).toEqual([[INPUT + 10_002, INPUT + 19_000]])
    expect(long.extender.coveredBytes(said(9_500))).toBe(19_000 - 1 - 9_500)
  })

  test('it adds a margin to estimates, and hidden tokens', async () => {
    const { extender, asked } = extenderOf(1_300, 50_000, { margin: 1.25, hidden: 300 })
    expect(extender.coveredBytes(said(0))).toBe(800)
    await extender.covers(said(700))
    expect(asked).toEqual([[INPUT + 1_302, INPUT + Math.ceil(4_796 * 1.25) + 300]])
  })

  test('it grows at most to the longest answer, until the answer is longer than that', async () => {
    const { extender, asked } = extenderOf(900, 50_000, { most: 1_000 })
    await extender.covers(said(800))
    expect(asked).toEqual([[INPUT + 902, INPUT + 1_000]])
    await extender.covers(said(1_000))
    expect(asked.at(-1)).toEqual([INPUT + 1_001, INPUT + 1_000 + 4_096])
  })

  test('it grows by at least one, even if the longest answer is paid for', async () => {
    const { extender, asked } = extenderOf(1_005, 50_000, { most: 1_000 })
    await extender.covers(said(990))
    expect(asked).toEqual([[INPUT + 1_007, INPUT + 1_007]])
  })

  test('it counts audio as 21 tokens a second', () => {
    const { extender } = extenderOf(10_000, 50_000)
    expect(extender.coveredBytes(said(100, { soundSeconds: 10 }))).toBe(10_000 - 100 - 210)
  })
})

describe('an answer whose output limit is paid for', () => {
  test('needs nothing more, even if its estimate is a quarter longer', () => {
    const { extender, asked } = extenderOf(1_000, 50_000, { isBound: true, most: 1_000 })
    expect(extender.covers(said(1_250))).toBe(true)
    expect(extender.coveredBytes(said(1_250))).toBe(Number.POSITIVE_INFINITY)
    expect(asked).toEqual([])
    expect(extender.covers(said(1_251))).toBeInstanceOf(Promise)
  })

  test('must be paid for in full: one quota less is not enough', () => {
    const { hold } = holdOf(INPUT + 1_000, 0)
    expect(makeHoldExtender({ ...plan, isBound: true, most: 1_000 }, hold).coveredBytes(said(0))).toBe(
      Number.POSITIVE_INFINITY,
    )
    const { hold: less } = holdOf(INPUT + 999, 0)
    expect(makeHoldExtender({ ...plan, isBound: true, most: 1_000 }, less).coveredBytes(said(0))).toBe(998)
  })

  test('or whose length is hidden needs nothing more; any other does', () => {
    const unseen = extenderOf(1_000, 50_000, { isSeen: false, most: 1_000 })
    expect(unseen.extender.coveredBytes(said(1_100))).toBe(Number.POSITIVE_INFINITY)
    const unbound = extenderOf(1_000, 50_000, { most: 1_000 })
    expect(unbound.extender.coveredBytes(said(100))).toBe(900)
  })
})

describe('an empty wallet', () => {
  test('ends a stream when no more than 16 paid tokens are left', async () => {
    const kept = async (produced: number) => extenderOf(400, 0).extender.covers(said(produced))
    expect(await kept(383)).toBe(true)
    expect(await kept(384)).toBe(false)
    expect(await kept(500)).toBe(false)
  })

  test('is asked rarely: after each refusal, when half of the rest is used', async () => {
    const { extender, asked } = extenderOf(400, 0)
    expect(await extender.covers(said(300))).toBe(true)
    expect(extender.covers(said(349))).toBe(true)
    expect(asked).toHaveLength(1)
    expect(await extender.covers(said(350))).toBe(true)
    expect(asked).toHaveLength(2)
  })

  test('does not matter if nothing costs anything', () => {
    const { hold, asked } = holdOf(0, 0)
    const extender = makeHoldExtender({ ...plan, cost: () => 0, isSeen: true }, hold)
    expect(extender.covers(said(1e9))).toBe(true)
    expect(asked).toEqual([])
  })
})

describe('an answer is read in slices', () => {
  test('of as many bytes as the paid tokens left have, at least 64', () => {
    expect(extenderOf(1_000, 0, { bytesPerToken: 3 }).extender.coveredBytes(said(900.5))).toBe(99 * 3)
    expect(extenderOf(1_000, 0).extender.coveredBytes(said(999))).toBe(64)
    expect(extenderOf(1_000, 0).extender.coveredBytes(said(2_000))).toBe(64)
  })
})
