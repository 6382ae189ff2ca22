import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Bag, BagById, NO_SLOT } from './bag.ts'

const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 12 })), { maxLength: 80 })

test('a bag has the members of a set', () => {
  const property = fc.property(steps, all => {
    const members = Array.from({ length: 13 }, (_, number) => ({ number, slot: NO_SLOT }))
    const [bag, set] = [new Bag<(typeof members)[0]>(), new Set<(typeof members)[0]>()]
    for (const [isAdded, number] of all) {
      const member = members[number]
      if (!member) throw new Error('the number is of a member')
      if (!isAdded) expect(bag.delete(member)).toBe(set.delete(member))
      else if (!set.has(member)) {
        bag.add(member)
        set.add(member)
      }
      expect(bag.size).toBe(set.size)
    }
    expect(new Set(bag)).toEqual(set)
    expect([...bag]).toHaveLength(set.size)
  })
  fc.assert(property, { numRuns: 200, seed: 3 })
})

test('every member is visited while members delete themselves, and a copy of one deletes nothing', () => {
  const bag = new Bag<{ number: number; slot: number }>()
  for (let number = 0; number < 10; number++) bag.add({ number, slot: NO_SLOT })
  const visited: number[] = []
  for (const member of bag) {
    visited.push(member.number)
    expect(bag.delete({ ...member })).toBe(false)
    if (member.number % 3 !== 0) bag.delete(member)
  }
  expect(visited.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(Array.from(bag, ({ number }) => number).toSorted()).toEqual([0, 3, 6, 9])
})

test('a bag by id has the entries of a map', () => {
  const property = fc.property(steps, all => {
    const [bag, map] = [new BagById<number>(), new Map<string, number>()]
    for (const [at, [isSet, number]] of all.entries()) {
      const id = `id ${number}`
      if (isSet) {
        bag.set(id, at)
        map.set(id, at)
      } else expect(bag.delete(id)).toBe(map.delete(id))
      expect([bag.size, bag.has(id), bag.get(id)]).toEqual([map.size, map.has(id), map.get(id)])
    }
    expect([...bag.values()].toSorted()).toEqual([...map.values()].toSorted())
  })
  fc.assert(property, { numRuns: 200, seed: 4 })
})
