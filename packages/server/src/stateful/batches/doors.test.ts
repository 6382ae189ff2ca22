import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type BatchUpstream, startBatchUpstream } from '../../../test/support/batch-upstream.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { DOORS, type Json, makeDoorChannels } from '../../../test/support/doors.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'

const CAP = 20_000

/** The paths of requests in batches: their model, and how they limit their answers. */
const PATHS: Readonly<Record<string, { model: string; bound: Json }>> = {
  '/v1/chat/completions': { model: 'chat', bound: { max_tokens: 50 } },
  '/v1/responses': { model: 'responses', bound: { max_output_tokens: 50 } },
  '/v1/embeddings': { model: 'vectors', bound: {} },
  '/v1/messages': { model: 'messages', bound: { max_tokens: 50 } },
}

const asText = (path: string, body: Json | string) =>
  typeof body === 'string' ? body : JSON.stringify({ model: PATHS[path]?.model, ...PATHS[path]?.bound, ...body })

const IN_BATCHES = DOORS.filter(([path, model]) => PATHS[path]?.model === model)

const PLAIN: typeof DOORS = [
  ['/v1/chat/completions', 'chat', { messages: [{ role: 'user', content: 'Hello' }] }],
  ['/v1/responses', 'responses', { input: 'Hello' }],
  ['/v1/embeddings', 'vectors', { input: ['Hello'] }],
  ['/v1/messages', 'messages', { messages: [{ role: 'user', content: 'Hello' }] }],
]

for (const { kind, open } of databases()) {
  describe(`a batch on a small wallet on ${kind}`, () => {
    let database: TestDatabase
    let upstream: BatchUpstream
    let gateway: TestGateway

    beforeAll(async () => {
      database = await open()
      upstream = startBatchUpstream(() => 'failed')
      gateway = await startGateway(database.place.DATABASE_URL)
      await makeDoorChannels(gateway, upstream.url)
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    /** Creates a batch of a small request and this one. Returns the status and the error code. */
    async function makeBatch(path: string, body: Json | string) {
      const { bearer } = await gateway.makeToken({ unlimited_quota: false, remain_quota: CAP })
      const post = (path: string, body: string | FormData) =>
        fetch(gateway.url + path, { method: 'POST', headers: { authorization: `Bearer ${bearer}` }, body })
      const small = PLAIN.find(([of]) => of === path)?.[2] ?? expect.unreachable()
      const requests = [asText(path, small), asText(path, body)]
      if (path === '/v1/messages') {
        const items = requests.map((params, id) => `{"custom_id":"r${id}","params":${params}}`)
        return outcomeOf(await post('/v1/messages/batches', `{"requests":[${items}]}`))
      }
      // A line break in the request would end the line.
      const lines = requests.map(
        (request, id) =>
          `{"custom_id":"r${id}","method":"POST","url":"${path}","body":${request.replaceAll('\n', ' ')}}`,
      )
      const form = new FormData()
      form.append('purpose', 'batch')
      form.append('file', new File([lines.join('\n')], 'requests.jsonl'))
      const file = (await (await post('/v1/files', form)).json()) as { id: string }
      const batch = { input_file_id: file.id, endpoint: path, completion_window: '24h' }
      return outcomeOf(await post('/v1/batches', JSON.stringify(batch)))
    }

    async function outcomeOf(response: Response) {
      const { error } = (await response.json()) as { error?: { code?: string } }
      return [response.status, error?.code ?? 'made']
    }

    const made = () => upstream.batches.size

    test.each(IN_BATCHES)(
      'is not created if a request may cost more than it: %s of %s: %j',
      async (path, _model, body) => {
        const before = made()
        const [status] = await makeBatch(path, body)
        expect(status).toBe(path === '/v1/messages' ? 402 : 403)
        expect(made()).toBe(before)
      },
    )

    test.each(PLAIN)('is created if its requests are small: %s of %s', async (path, _model, body) => {
      const before = made()
      expect(await makeBatch(path, body)).toEqual([200, 'made'])
      expect(made()).toBe(before + 1)
    })
  })
}
