import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Candidate, pickCandidate } from './candidates.ts'

const SEED = 20_261
const everyone = () => true

const candidates = fc
  .array(fc.record({ priority: fc.integer({ min: -3, max: 3 }), weight: fc.nat(20) }), { minLength: 1, maxLength: 8 })
  .map(list => list.map((candidate, id) => ({ id, ...candidate })))
/** Which of them may be picked, counted round. */
const eligibility = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 })

/** How often each is picked when `random` goes evenly through [0, 1). */
function shares(list: readonly Candidate[], isEligible: (candidate: Candidate) => boolean, steps: number) {
  const picked = new Map<number | undefined, number>()
  for (let step = 0; step < steps; step += 1) {
    const id = pickCandidate(list, isEligible, step / steps)?.id
    picked.set(id, (picked.get(id) ?? 0) + 1)
  }
  return picked
}

describe('the channel to try next', () => {
  test('is eligible and of the highest priority that still has one eligible, in proportion to weight', () => {
    fc.assert(
      fc.property(candidates, eligibility, (list, may) => {
        const isEligible = ({ id }: Candidate) => may[id % may.length] === true
        const eligible = list.filter(isEligible)
        const best = Math.max(...eligible.map(({ priority }) => priority))
        const tier = eligible.filter(({ priority }) => priority === best)
        const total = tier.reduce((sum, { weight }) => sum + weight, 0)
        const expected =
          total > 0
            ? tier.filter(({ weight }) => weight > 0).map(({ id, weight }) => [id, weight * 12] as const)
            : tier.map(({ id }) => [id, 12] as const)
        const steps = Math.max(1, total > 0 ? total * 12 : tier.length * 12)
        expect(shares(list, isEligible, steps)).toEqual(new Map(tier.length > 0 ? expected : [[undefined, steps]]))
      }),
      { seed: SEED },
    )
  })

  test('three parts against one are three calls of four', () => {
    const list = [
      { id: 1, priority: 0, weight: 3 },
      { id: 2, priority: 0, weight: 1 },
      { id: 3, priority: 0, weight: 0 },
      { id: 4, priority: -1, weight: 100 },
    ]
    expect(shares(list, everyone, 100)).toEqual(
      new Map([
        [1, 75],
        [2, 25],
      ]),
    )
  })

  test('is any of them alike where none has a weight', () => {
    const list = [1, 2, 3].map(id => ({ id, priority: 0, weight: 0 }))
    expect([...shares(list, everyone, 30).values()]).toEqual([10, 10, 10])
  })

  test('is none where none is eligible', () => {
    expect(pickCandidate([], everyone, 0)).toBeUndefined()
    expect(pickCandidate([{ id: 1, priority: 0, weight: 1 }], () => false, 0)).toBeUndefined()
  })
})
