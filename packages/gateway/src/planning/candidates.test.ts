import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Candidate, chooseCandidate, pickCandidate, prepareDraw } from './candidates.ts'

const SEED = 20_261
const everyone = () => true

const candidates = fc
  .array(fc.record({ priority: fc.integer({ min: -3, max: 3 }), weight: fc.nat(20) }), { minLength: 1, maxLength: 8 })
  .map(list => list.map((candidate, id) => ({ id, ...candidate })))
/** Which of them may be picked, repeated cyclically. */
const eligibility = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 })

/** How often each is picked as `random` runs evenly through [0, 1). */
function shares(list: readonly Candidate[], isEligible: (candidate: Candidate) => boolean, steps: number) {
  const picked = new Map<number | undefined, number>()
  for (let step = 0; step < steps; step += 1) {
    const id = pickCandidate(list, isEligible, step / steps)?.id
    picked.set(id, (picked.get(id) ?? 0) + 1)
  }
  return picked
}

describe('the channel to try next', () => {
  test('is eligible, has the highest priority with an eligible one, and is drawn in proportion to weight', () => {
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

  test('weights 3 and 1 share four calls as three and one', () => {
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

  test('is equally likely to be any of them if none has a weight', () => {
    const list = [1, 2, 3].map(id => ({ id, priority: 0, weight: 0 }))
    expect([...shares(list, everyone, 30).values()]).toEqual([10, 10, 10])
  })

  test('is none if none is eligible', () => {
    expect(pickCandidate([], everyone, 0)).toBeUndefined()
    expect(pickCandidate([{ id: 1, priority: 0, weight: 1 }], () => false, 0)).toBeUndefined()
  })
})

describe('among equals', () => {
  const speakers = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 })

  test('those that speak the client’s own format come first, within their priority and before the draw', () => {
    fc.assert(
      fc.property(
        candidates,
        eligibility,
        speakers,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (list, may, own, random) => {
          const isEligible = ({ id }: Candidate) => may[id % may.length] === true
          const isOwn = ({ id }: Candidate) => own[id % own.length] === true
          const chosen = chooseCandidate(list, { isEligible, isOwn, random })
          const plain = chooseCandidate(list, { isEligible, random })
          expect(chosen?.candidate.priority).toBe(plain?.candidate.priority as number)
          if (!chosen) return
          const { candidate, by } = chosen
          const tier = list.filter(each => isEligible(each) && each.priority === candidate.priority)
          const equals = tier.some(({ weight }) => weight > 0) ? tier.filter(({ weight }) => weight > 0) : tier
          expect(equals).toContain(candidate)
          if (equals.some(isOwn)) expect(isOwn(candidate)).toBe(true)
          if (tier.length === 1)
            expect(by).toBe(list.some(({ priority }) => priority < candidate.priority) ? 'priority' : 'only')
          else expect(by === 'own_format').toBe(equals.some(isOwn) && !equals.every(isOwn))
        },
      ),
      { seed: SEED },
    )
  })

  test('one of weight 0 comes after those with a weight, in any format', () => {
    const list = [
      { id: 1, priority: 0, weight: 0 },
      { id: 2, priority: 0, weight: 1 },
    ]
    expect(chooseCandidate(list, { isEligible: everyone, isOwn: ({ id }) => id === 1, random: 0 })?.candidate.id).toBe(
      2,
    )
  })
})

test('a prepared draw among many chooses the same as a look at all of them', () => {
  const many = fc
    .array(fc.record({ priority: fc.integer({ min: 0, max: 2 }), weight: fc.nat(3) }), { minLength: 33, maxLength: 60 })
    .map(list => list.map((candidate, id) => ({ id, ...candidate })))
  fc.assert(
    fc.property(many, fc.boolean(), (list, hasOwn) => {
      const isOwn = hasOwn ? ({ id }: Candidate) => id % 3 === 0 : undefined
      const draw = prepareDraw(list, isOwn)
      for (let step = 0; step < 97; step++)
        expect(draw?.(step / 97)).toEqual(chooseCandidate(list, { isEligible: everyone, isOwn, random: step / 97 }))
    }),
    { seed: SEED },
  )
  expect(prepareDraw([{ id: 1, priority: 0, weight: 1 }])).toBeUndefined()
})
