import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DatabaseUnavailable } from '../../../platform/storage/transient-errors.ts'
import { makeWriteQueue } from './write-queue.ts'

interface Entry {
  key: string
  number: number
  isBad: boolean
}

const entries = fc.array(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', ...'efghijklmnopqrstuvwxyz'),
    isBad: fc.nat(9).map(n => n === 0),
  }),
  { minLength: 1, maxLength: 120 },
)

describe('a queue of writes', () => {
  test('writes the entries of a key one at a time and in order, and loses only bad ones', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async list => {
        const written: Entry[] = []
        let repeated = 0
        const queue = makeWriteQueue<Entry>(
          async group => {
            await Promise.resolve()
            const keys = group.map(({ key }) => key)
            repeated += keys.length - new Set(keys).size
            if (group.some(({ isBad }) => isBad)) throw new Error('a bad row')
            written.push(...group)
          },
          ({ key }) => key,
        )
        const put = list.map((entry, number) => ({ ...entry, number }))
        const ends = await Promise.allSettled(put.map(entry => queue.put(entry)))
        await queue.settled()
        expect(repeated).toBe(0)
        expect(ends.map(({ status }) => status === 'fulfilled')).toEqual(put.map(({ isBad }) => !isBad))
        expect(written).toEqual(put.filter(({ isBad }) => !isBad))
      }),
      { seed: 25, numRuns: 300 },
    )
  })

  test('does not try entries one by one while the database is away', async () => {
    let writes = 0
    const queue = makeWriteQueue<number>(
      async () => {
        writes++
        throw new DatabaseUnavailable('away')
      },
      number => String(number),
    )
    const ends = await Promise.allSettled(Array.from({ length: 10 }, (_, number) => queue.put(number)))
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
    expect(writes).toBeLessThanOrEqual(2)
  })
})
