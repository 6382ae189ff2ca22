import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { pickSurplus } from './pick-surplus.ts'

const NOW = 100
const connection = fc.record({
  network: fc.constantFrom('a', 'b', 'c', null),
  isBusy: fc.boolean(),
  seenAt: fc.integer({ min: NOW - 5, max: NOW }),
})
const limits = fc
  .record({ perNetwork: fc.nat(6), total: fc.integer({ min: 1, max: 20 }), more: fc.nat(10) })
  .map(({ more, ...rest }) => ({ ...rest, utmost: rest.total + more }))

describe('connections beyond the limits', () => {
  test('are closed, idle ones first from the oldest, and no more than necessary', () => {
    fc.assert(
      fc.property(fc.array(connection, { maxLength: 40 }), limits, (connections, limits) => {
        const surplus = pickSurplus(connections, limits, NOW)
        const kept = connections.filter(one => !surplus.includes(one))
        const mayGo = kept.filter(({ isBusy, seenAt }) => !isBusy && seenAt < NOW)

        expect(surplus.filter(({ isBusy }) => isBusy)).toEqual([])
        // connections left above a limit are busy or new
        if (kept.length > limits.total) expect(mayGo).toEqual([])
        if (kept.length > limits.utmost) expect(kept.filter(({ isBusy }) => !isBusy)).toEqual([])
        for (const network of ['a', 'b', 'c']) {
          const ofIt = kept.filter(one => one.network === network && !one.isBusy)
          if (limits.perNetwork > 0 && ofIt.length > limits.perNetwork)
            expect(ofIt.filter(one => mayGo.includes(one))).toEqual([])
        }
        // nothing is closed if the limits hold
        const isCrowded = (network: string | null) =>
          network !== null &&
          limits.perNetwork > 0 &&
          connections.filter(one => one.network === network && !one.isBusy).length > limits.perNetwork
        if (connections.length <= limits.total) expect(surplus.filter(({ network }) => !isCrowded(network))).toEqual([])
        // newcomers stay as long as there is any room
        if (surplus.some(({ seenAt }) => seenAt === NOW)) expect(connections.length).toBeGreaterThan(limits.utmost)
        // no remaining connection is older than a closed one of the same network
        for (const gone of surplus)
          expect(mayGo.filter(one => one.network === gone.network && one.seenAt < gone.seenAt)).toEqual([])
      }),
      { seed: 5, numRuns: 2_000 },
    )
  })
})
