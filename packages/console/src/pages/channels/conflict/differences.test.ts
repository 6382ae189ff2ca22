import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { NewChannel } from '../api.ts'
import { differencesOf, withTaken } from './differences.ts'

const FIELDS = ['name', 'models', 'tag', 'priority'] as const
const channel = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  models: fc.constantFrom('m', 'm,n', 'n'),
  tag: fc.constantFrom('', 'east'),
  priority: fc.constantFrom(0, 1, 2),
})

test('of three versions of a channel no change is lost without consent', () => {
  fc.assert(
    fc.property(channel, channel, channel, fc.subarray([...FIELDS]), (opened, stored, mine, chosen) => {
      const differs = Object.fromEntries(
        FIELDS.filter(field => mine[field] !== stored[field]).map(field => [
          field,
          { yours: mine[field], stored: stored[field] },
        ]),
      )
      const body = { type: 1, ...mine } as NewChannel
      const differences = differencesOf({ type: 1, ...opened } as NewChannel, { version: 2, differs })
      const saved = withTaken(body, differences, new Set(chosen))
      for (const field of FIELDS) {
        const asked = differences.find(one => one.field === field)
        const theyChanged = stored[field] !== opened[field]
        // If anybody's change would be overwritten, the user is asked.
        expect(asked !== undefined).toBe(theyChanged && stored[field] !== mine[field])
        if (asked) expect(asked.isContested).toBe(mine[field] !== opened[field])
        expect(saved[field]).toBe(asked && chosen.includes(field) ? stored[field] : mine[field])
      }
    }),
    { seed: 12 },
  )
})
