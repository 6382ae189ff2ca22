import { describe, expect, test } from 'bun:test'
import { assert, boolean, integer, property, record } from 'fast-check'
import { leaseSize } from './lease-policy.ts'
import type { AccountState } from './lease-store.ts'

const state = (free: number, of: Partial<AccountState> = {}): AccountState => ({
  free,
  isUnlimited: false,
  owed: 0,
  hasNeighbours: true,
  isContested: false,
  idleElsewhere: false,
  holders: [],
  taken: 0,
  ...of,
})

describe('how much a node leases', () => {
  test('alone, everything', () => {
    expect(leaseSize(10, state(1_000_000, { hasNeighbours: false }), false)).toBe(1_000_000)
  })

  test('beside others, a stock for further calls while much is left', () => {
    expect(leaseSize(10, state(1_280), false)).toBe(320)
    expect(leaseSize(10, state(1_279), false)).toBe(10)
  })

  test('exactly the need if others have asked for the account', () => {
    expect(leaseSize(10, state(1_000_000), true)).toBe(10)
    expect(leaseSize(10, state(1_000_000, { isContested: true }), false)).toBe(10)
    expect(leaseSize(10, state(1_000_000, { isContested: true, hasNeighbours: false }), false)).toBe(10)
  })

  test('never more than there is or less than what is needed and there, and beside others at most a quarter or the need', () => {
    const states = record({
      free: integer({ min: 0, max: 1_000_000 }),
      hasNeighbours: boolean(),
      isContested: boolean(),
    })
    assert(
      property(integer({ min: 0, max: 1_000_000 }), states, boolean(), (wanted, { free, ...of }, isShared) => {
        const size = leaseSize(wanted, state(free, of), isShared)
        expect(size).toBeLessThanOrEqual(free)
        expect(size).toBeGreaterThanOrEqual(Math.min(wanted, free))
        if (of.hasNeighbours) expect(size).toBeLessThanOrEqual(Math.max(wanted, free / 4))
      }),
      { seed: 20_261_122 },
    )
  })
})
