import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Log, LogOther, Page } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { openRealtime } from '../../../test/support/realtime-client.ts'
import {
  beginResponse,
  endResponse,
  REPORTED,
  type RealtimeUpstream,
  say,
  startRealtimeUpstream,
} from '../../../test/support/realtime-upstream.ts'
import { startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'

const MODEL = 'gpt-realtime'
let upstream: RealtimeUpstream
let gateway: TestGateway
let bearer: string
let faithfully: RealtimeUpstream['answer']

beforeAll(async () => {
  upstream = await startRealtimeUpstream()
  faithfully = upstream.answer
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: MODEL })
  await gateway.setOption('SensitiveWords', 'forbidden')
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
afterEach(async () => {
  upstream.answer = faithfully
  upstream.heard = []
  for (const key of ['CheckSensitiveOnCompletionEnabled', 'StopOnSensitiveEnabled']) await gateway.setOption(key, false)
})

const open = async () => {
  const client = openRealtime(`${gateway.url}/v1/realtime?model=${MODEL}`, bearer)
  await client.hears('session.created')
  return client
}
const saysForbidden: RealtimeUpstream['answer'] = (event, socket) => {
  if (event.type !== 'response.create') return
  const id = beginResponse(socket)
  const place = { response_id: id, item_id: 'i', output_index: 0, content_index: 0 }
  for (const delta of [' That is for', 'bidden', ' here.'])
    say(socket, { type: 'response.output_audio_transcript.delta', ...place, delta })
  endResponse(socket, id, {
    status: 'completed',
    usage: REPORTED,
    output: [{ type: 'message', content: [{ type: 'output_audio', transcript: 'That is forbidden here.' }] }],
  })
}
const rows = async () =>
  (await gateway.consoleCall<Page<Log>>('GET', '/api/log/?p=1&page_size=50')).items.filter(row => row.request_id !== '')
const otherOf = (row: Log | undefined): LogOther => JSON.parse(row?.other ?? '{}')

test('a client’s message with a word is refused, as text and as bytes, and the session continues', async () => {
  const client = await open()
  const item = { type: 'conversation.item.create', item: { content: [{ type: 'input_text', text: 'forbidden' }] } }
  client.say(item)
  expect(await client.hears('error')).toMatchObject({ error: { code: 'sensitive_words_detected' } })
  client.socket.send(Buffer.from(JSON.stringify(item)))
  await client.hears('error', 2)
  client.say({ type: 'response.create' })
  await client.hears('response.done')
  expect(upstream.heard).toEqual([{ type: 'response.create' }])
  client.socket.close()
})

test('words that the client speaks end the session once they are transcribed', async () => {
  upstream.answer = (event, socket) => {
    if (event.type === 'input_audio_buffer.commit')
      say(socket, { type: 'conversation.item.input_audio_transcription.completed', transcript: 'It is forbidden' })
  }
  const client = await open()
  client.say({ type: 'input_audio_buffer.commit' })
  expect(await client.hears('error')).toMatchObject({ error: { code: 'sensitive_words_detected' } })
  expect((await client.ends()).code).toBe(1008)
})

test('words of the model are masked if the option says so, in pieces and whole', async () => {
  upstream.answer = saysForbidden
  await gateway.setOption('CheckSensitiveOnCompletionEnabled', true)
  const client = await open()
  client.say({ type: 'response.create' })
  const done = await client.hears('response.done')
  const said = client.events.filter(({ type }) => type === 'response.output_audio_transcript.delta')
  expect(said.map(({ delta }) => delta).join('')).toBe('The gate is open. That is ********* here.')
  expect(JSON.stringify(done)).toContain('That is ********* here.')
  client.socket.close()
})

test('words of the model pass if the option is off', async () => {
  upstream.answer = saysForbidden
  const client = await open()
  client.say({ type: 'response.create' })
  expect(JSON.stringify(await client.hears('response.done'))).toContain('forbidden')
  client.socket.close()
})

test('a word of the model ends the session if the option says so, and what came before is charged', async () => {
  upstream.answer = saysForbidden
  await gateway.setOption('CheckSensitiveOnCompletionEnabled', true)
  await gateway.setOption('StopOnSensitiveEnabled', true)
  const client = await open()
  client.say({ type: 'response.create' })
  expect(await client.hears('error')).toMatchObject({ error: { code: 'sensitive_words_answered' } })
  expect((await client.ends()).code).toBe(1008)
  expect(JSON.stringify(client.events)).not.toContain('bidden')
  const [row] = await until(rows, ([first]) => otherOf(first).error_code === 'sensitive_words_answered')
  expect(row?.quota).toBeGreaterThan(0)
  expect(otherOf(row).charge_rule).toMatchObject({ ended_by: 'gateway_stop' })
})

test('each response’s row lists the attempts to open the session', async () => {
  const refusing = await startScriptedUpstream()
  refusing.answer = response => {
    response.writeHead(503, { 'content-type': 'application/json', 'x-request-id': 'req-refused' })
    response.end(JSON.stringify({ error: { message: 'Busy', type: 'server_error' } }))
  }
  const first = await gateway.makeChannel({ base_url: refusing.url, models: MODEL, priority: 9 })
  await gateway.setOption('RetryTimes', 1)
  const client = await open()
  client.say({ type: 'response.create' })
  await client.hears('response.done')
  client.socket.close()
  const row = (await rows())[0]
  expect(otherOf(row).admin_info?.attempts).toEqual([
    {
      channel: first.id,
      status: 503,
      ms: expect.any(Number),
      reason: 'Busy',
      upstream_request_id: 'req-refused',
      code: 'upstream_error',
    },
    { channel: expect.any(Number), status: 101, ms: expect.any(Number) },
  ])
  await gateway.consoleCall('DELETE', `/api/channel/${first.id}`)
  await refusing.stop()
})
