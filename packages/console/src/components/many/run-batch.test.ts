import { describe, expect, test } from 'bun:test'
import type { Channel } from '@tollgate/contract'
import fc from 'fast-check'
import { type BatchState, runBatch } from './run-batch.ts'

const channelsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `c${id}` }) as Channel)

describe('a batch', () => {
  test('handles every channel once, or says why not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.integer({ min: 1, max: 9 }),
        fc.uniqueArray(fc.nat(40)),
        async (count, atOnce, bad) => {
          const asked: number[] = []
          const states: BatchState[] = []
          const end = await runBatch({
            rows: channelsOf(count),
            atOnce,
            async act(some) {
              expect(some.length).toBeLessThanOrEqual(atOnce)
              asked.push(...some.map(({ id }) => id))
              if (some.some(({ id }) => bad.includes(id))) throw new Error('no')
            },
            isStopped: () => false,
            onProgress: state => void states.push(state),
          })
          expect(asked).toEqual(channelsOf(count).map(({ id }) => id))
          expect(end.done + end.failures.length).toBe(count)
          expect(end.isOver).toBe(true)
          expect(states.filter(({ isOver }) => isOver)).toHaveLength(1)
        },
      ),
      { seed: 12, numRuns: 60 },
    )
  })

  test('that is stopped makes no further call, and keeps its changes', async () => {
    let calls = 0
    const end = await runBatch({
      rows: channelsOf(10),
      atOnce: 2,
      act: async () => void calls++,
      isStopped: () => calls === 2,
      onProgress: () => {},
    })
    expect(calls).toBe(2)
    expect(end).toEqual({ done: 4, total: 10, failures: [], isOver: true })
  })
})
