import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeWatchdog } from '../../platform/process/watchdog.ts'
import { makeInFlightRegistry } from '../../relay/call/in-flight.ts'
import { AttemptFailure } from '../../relay/errors/upstream-failure.ts'
import { deleteFile } from './files.ts'
import type { BatchCallContext } from './serve-batch-call.ts'

let status: number
let asked: string[]
let upstream: ReturnType<typeof Bun.serve>

beforeAll(() => {
  upstream = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ method, url }) {
      asked.push(`${method} ${new URL(url).pathname}`)
      return Response.json({}, { status })
    },
  })
})
afterAll(() => upstream.stop(true))

/** Deletes a file whose upstream answers with this status. Returns the answer, and what was deleted here. */
async function deleteAt(given: number) {
  ;[status, asked] = [given, []]
  const deleted: unknown[] = []
  const address = ({ path }: { path: string }) => `http://127.0.0.1:${upstream.port}${path}`
  const provider = { batches: { formats: [] }, address, headers: () => ({}) }
  const setting = { proxy: '', headers: {} }
  const channel = { key: 'key', baseUrl: '', organization: '', provider, setting, statusToGoBy: (own: number) => own }
  const context = {
    admission: { identity: { userId: 5 } },
    request: new Request('http://gateway.test/'),
    id: 'file-a',
    deps: {
      batches: {
        findFile: async (id: string, userId: number) => userId === 5 && { id, upstream_id: 'file-up', channel_key: '' },
        openBatchOf: async () => undefined,
        deleteFile: async (...what: unknown[]) => void deleted.push(what),
      },
      channels: { byId: () => channel },
      options: { get: () => 5 },
      watchdog: makeWatchdog(),
      inFlight: makeInFlightRegistry(),
      now: () => 99,
    },
  }
  const answer = await deleteFile(context as unknown as BatchCallContext).catch(error => error)
  return { answer, deleted }
}

test.each([200, 404])('a file is deleted here if its upstream has deleted it or has none (%i)', async told => {
  const { answer, deleted } = await deleteAt(told)
  expect(await answer.json()).toEqual({ id: 'file-a', object: 'file', deleted: true })
  expect([deleted, asked]).toEqual([[['file-a', 99]], ['DELETE /v1/files/file-up']])
})

test('a file stays if its upstream does not delete it', async () => {
  const { answer, deleted } = await deleteAt(500)
  expect(answer).toBeInstanceOf(AttemptFailure)
  expect(deleted).toEqual([])
})
