import { describe, expect, test } from 'bun:test'
import { listFiles } from './files.ts'
import { listMessageBatches } from './message-batches.ts'
import { listBatches } from './openai-batches.ts'
import type { BatchCallContext, BatchHandler } from './serve-batch-call.ts'
import type { ListQuery } from './store.ts'

/** Requests a list of these ids. Returns the query to the store and the answer's body. */
async function list(handler: BatchHandler, ids: readonly string[], query = '', serverAddress = '') {
  const asked: ListQuery[] = []
  const body = JSON.stringify({ processing_status: 'ended', results_url: 'https://upstream.test/results' })
  const page = async (query: ListQuery) => {
    asked.push(query)
    return { rows: ids.map(id => ({ id, body, terms: '{}', state: 'settled' })), hasMore: false }
  }
  const batches = {
    listFiles: (_user: number, query: ListQuery) => page(query),
    listBatches: (_user: number, _protocol: string, query: ListQuery) => page(query),
  }
  const response = await handler({
    admission: { identity: { userId: 5 } },
    request: new Request('http://gateway.test:3000/v1/messages/batches'),
    query: new URLSearchParams(query),
    deps: { batches, options: { get: () => serverAddress } },
  } as unknown as BatchCallContext)
  return { asked: asked[0], ...((await response.json()) as { data: { results_url?: string }[] }) }
}

const LISTS: [name: string, handler: BatchHandler, after: string][] = [
  ['files', listFiles, 'after'],
  ['OpenAI’s batches', listBatches, 'after'],
  ['Anthropic’s batches', listMessageBatches, 'after_id'],
]

describe.each(LISTS)('a list of %s', (_name, handler, after) => {
  test('names its first and last id', async () => {
    expect(await list(handler, ['c', 'b', 'a'])).toMatchObject({ first_id: 'c', last_id: 'a' })
    expect(await list(handler, [])).toMatchObject({ data: [], first_id: null, last_id: null })
  })

  test('begins after the given id', async () => {
    expect((await list(handler, [], `${after}=b`)).asked).toMatchObject({ after: 'b' })
  })
})

test('results have a URL at the site’s own address, or at the one that the client called', async () => {
  const addressOf = async (serverAddress: string) =>
    (await list(listMessageBatches, ['a'], '', serverAddress)).data[0]?.results_url
  expect(await addressOf('https://site.test/')).toBe('https://site.test/v1/messages/batches/a/results')
  expect(await addressOf('')).toBe('http://gateway.test:3000/v1/messages/batches/a/results')
})
