import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { ApiError } from '../../platform/http/api-error.ts'
import { makeEventStreams } from './streams.ts'

const PLACES = 256
const log = { debug: () => undefined }

function opened() {
  const streams = makeEventStreams({ log })
  const ended = new Map<number, number>()
  return {
    streams,
    ended,
    /** Returns whether there was a free place. */
    open: (userId: number) =>
      streams
        .open({ userId, signal: new AbortController().signal, admit: async () => undefined }, async () => () => {
          ended.set(userId, (ended.get(userId) ?? 0) + 1)
        })
        .then(
          () => true,
          error => {
            expect(error).toBeInstanceOf(ApiError)
            return false
          },
        ),
  }
}

test('an account without a stream gets one, if fewer accounts than places have streams', async () => {
  const orders = fc.uniqueArray(
    fc.record({ userId: fc.integer({ min: 1, max: 250 }), times: fc.integer({ min: 1, max: 20 }) }),
    {
      maxLength: 240,
      selector: ({ userId }) => userId,
    },
  )
  await fc.assert(
    fc.asyncProperty(orders, async orders => {
      const { streams, open } = opened()
      for (const { userId, times } of orders) {
        expect(await open(userId)).toBe(true)
        for (let time = 1; time < times; time++) await open(userId)
      }
      expect(streams.size()).toBeLessThanOrEqual(PLACES)
      expect(await open(1_000)).toBe(true)
      streams.close()
    }),
    { seed: 25, numRuns: 40 },
  )
})

test('32 accounts that open as many as they can leave places free; a single one has eight', async () => {
  const { streams, open, ended } = opened()
  for (let time = 0; time < 20; time++) await open(1)
  expect(streams.size()).toBe(8)
  for (let userId = 2; userId <= 32; userId++) for (let time = 0; time < 20; time++) await open(userId)
  expect(streams.size()).toBeLessThanOrEqual(PLACES - 16)
  expect(ended.size).toBe(0)
  streams.close()
})
