import { expect, test } from 'bun:test'
import type { StatefulDeps } from '../stateful-deps.ts'
import { makeEventLog } from './events.ts'
import { responseVerbs } from './response-verbs.ts'
import type { StoredRequest } from './verb.ts'

const NOW = 1_000
const stored = {
  userId: 5,
  id: 'resp_a',
  channelId: 0,
  seenAt: NOW,
  content: { input: [], response: { id: 'resp_a' } },
}

/** Reads a stored response like a client. */
async function get(query: string, status = 'completed', events?: ReturnType<typeof makeEventLog>, seenAt = NOW) {
  const deps = {
    responses: { find: async () => ({ ...stored, status, seenAt }) },
    backgroundResponses: { find: () => events && { events } },
    now: () => NOW,
  }
  const request = { userId: 5, ids: ['resp_a'], query: new URLSearchParams(query) }
  const verb = responseVerbs.find(({ method, path }) => method === 'GET' && path === '/v1/responses/*')
  const answer = await verb?.answer(request as unknown as StoredRequest, deps as unknown as StatefulDeps)
  return (await answer?.text()) ?? ''
}
const numbersIn = (text: string) => [...text.matchAll(/"sequence_number":(\d+)/g)].map(([, number]) => Number(number))

test('the stream of an ended response is its last event, numbered after the given one', async () => {
  const text = await get('stream=true')
  expect(text).toStartWith('event: response.completed\n')
  expect(numbersIn(text)).toEqual([0])
  expect(numbersIn(await get('stream=true&starting_after=4'))).toEqual([5])
  expect(numbersIn(await get('stream=true&starting_after=999999999'))).toEqual([1_000_000_000])
  expect(numbersIn(await get('stream=true&starting_after=1e3'))).toEqual([0])
  expect(numbersIn(await get('stream=true&starting_after=1234567890'))).toEqual([0])
})

test('the stream of a running response continues after the given event', async () => {
  const events = makeEventLog(1_000)
  for (const number of [0, 1, 2]) events.add({ type: 'e', number, data: `{"sequence_number":${number}}` })
  events.end()
  expect(numbersIn(await get('stream=true', 'in_progress', events))).toEqual([0, 1, 2])
  expect(numbersIn(await get('stream=true&starting_after=1', 'in_progress', events))).toEqual([2])
})

test('a response whose process is silent for a minute has failed', async () => {
  const statusOf = async (seenAt: number, status = 'in_progress') =>
    JSON.parse(await get('', status, undefined, seenAt)).status
  expect(await statusOf(NOW - 59)).toBe('in_progress')
  expect(await statusOf(NOW - 60)).toBe('failed')
  expect(await statusOf(NOW - 60, 'completed')).toBe('completed')
})
