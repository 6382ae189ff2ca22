import { expect, test } from 'bun:test'
import { scanObject } from '@tollgate/gateway'
import { asyncProperty, assert as check, constantFrom, integer } from 'fast-check'
import { rejection } from '../../../test/support/rejection.ts'
import { turnsDuring } from '../../../test/support/turns.ts'
import { BYTES_OF_AN_ITEM, MOST_BYTES_A_TURN } from '../../platform/process/yield-to-event-loop.ts'
import { uncounted } from '../../relay/call/memory-budget.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { readRequests, writeRequests } from './message-batches.ts'

const request = (id: number, text: string) =>
  JSON.stringify({ custom_id: `r${id}`, params: { model: 'm', messages: [{ role: 'user', content: text }] } })

test('the requests in a body are read unchanged, and other work runs meanwhile', async () => {
  await check(
    asyncProperty(constantFrom('a', '😀', '"\\', 'é '), integer({ min: 1, max: 3_000 }), async (piece, length) => {
      const text = piece.repeat(length)
      const count = Math.min(5_000, Math.ceil(1_000_000 / length))
      const body = `{"requests":[${Array.from({ length: count }, (_, id) => request(id, text)).join(' , ')}]}`
      let read: Awaited<ReturnType<typeof readRequests>> = []
      const turns = await turnsDuring(async () => {
        read = await readRequests(scanObject(body), uncounted, [])
      })
      expect(read.map(({ line }) => line.text)).toEqual(Array.from({ length: count }, (_, id) => request(id, text)))
      // a turn ends with the request that exceeds it
      const each = body.length / count + BYTES_OF_AN_ITEM
      expect(turns).toBeGreaterThanOrEqual(Math.floor((count * each) / (MOST_BYTES_A_TURN + each)))
    }),
    { seed: 25, numRuns: 12 },
  )
})

test('a batch without a request is refused', async () => {
  for (const body of ['{"requests":[]}', '{"requests":[ \n]}', `{"requests":[${' '.repeat(8_000_000)}]}`])
    expect(await rejection(readRequests(scanObject(body), uncounted, []))).toMatchObject({ code: 'batch_empty' })
})

test('a batch that names a request twice is refused with the number of the second', async () => {
  const body = `{"requests":[${[request(1, 'a'), request(2, 'a'), request(1, 'b')].join(',')}]}`
  const refused = await rejection(readRequests(scanObject(body), uncounted, []))
  expect(refused).toMatchObject({ code: 'batch_line_invalid', parameters: { line: 3 } })
})

test('other work also runs while requests are written', async () => {
  const texts = Array.from({ length: 1_000 }, (_, id) => request(id, 'a'.repeat(1_000)))
  const requests = await readRequests(scanObject(`{"requests":[${texts.join(',')}]}`), uncounted, [])
  const channel = { paramOverride: {}, setting: {} } as unknown as OpenChannel
  let written: string[] = []
  const turns = await turnsDuring(async () => {
    written = await writeRequests(requests, channel, new Map())
  })
  expect(written).toEqual(texts)
  expect(turns).toBeGreaterThanOrEqual(Math.floor(1_000_000 / MOST_BYTES_A_TURN))
})
