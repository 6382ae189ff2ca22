import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { openRealtime, type RealtimeClient } from '../../../test/support/realtime-client.ts'
import { until } from '../../../test/support/until.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

/** A channel type that takes only Chat, at its own path. */
const CUSTOM = 8
const SOCKETS = 40
const MESSAGES = 100
/** One runs and eight wait. */
const TAKEN = 9
const PATIENCE_MS = 30_000

let evil: EvilUpstream
let held: HeldUpstream
let gateway: TestGateway
/** Its family shows all its output, so nothing is read on when a client leaves. */
const HELD = 'gpt-4x-held'

let app: RunningApp
let bearer: string

beforeAll(async () => {
  evil = await startEvilUpstream()
  held = await startHeldUpstream()
  gateway = await startGateway(undefined, async environment => {
    app = await buildAppContext(environment)
    return app
  })
  await gateway.makeChannel({ type: CUSTOM, base_url: `${evil.url}/v1/chat/completions`, models: 'good' })
  await gateway.makeChannel({ base_url: held.url, models: HELD })
  await gateway.setOption('ModelRatio', JSON.stringify({ good: 1, [HELD]: 1 }))
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await evil.stop()
  await held.stop()
})

const running = () => [...app.relay.inFlight.calls()].length
const connect = async (key: string): Promise<RealtimeClient> => {
  const client = openRealtime(`${gateway.url}/v1/responses`, key)
  await new Promise(resolve => {
    client.socket.addEventListener('open', resolve)
    client.socket.addEventListener('close', resolve)
  })
  return client
}
const connectAll = (key: string) => Promise.all(Array.from({ length: SOCKETS }, () => connect(key)))
const post = () =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'good', messages: [{ role: 'user', content: 'Hello' }] }),
  })
const isRefusal = ({ type, status }: RealtimeClient['events'][number]) => type === 'error' && status === 429

test('sockets of unknown callers are never opened and leave nothing behind', async () => {
  const clients = await connectAll('sk-nobody')
  await Promise.all(clients.map(client => client.ends()))
  expect(clients.flatMap(({ events }) => events)).toEqual([])
  expect(running()).toBe(0)
})

test('a flood of messages is refused one by one, others are served, and nothing is left behind', async () => {
  const clients = await connectAll(bearer)
  for (const client of clients)
    for (let at = 0; at < MESSAGES; at++)
      client.say({ type: 'response.create', model: HELD, input: 'Hi', store: false })
  await until(
    async () => clients.every(({ events }) => events.filter(isRefusal).length === MESSAGES - TAKEN),
    isAll => isAll,
    PATIENCE_MS,
  )
  await until(
    async () => [held.held(), running()],
    counts => counts.every(count => count === SOCKETS),
    PATIENCE_MS,
  )
  expect((await post()).status).toBe(200)
  for (const { socket } of clients) socket.close()
  await until(
    async () => [held.held(), running()],
    counts => counts.every(count => count === 0),
    PATIENCE_MS,
  )
  expect((await post()).status).toBe(200)
}, 60_000)

test('messages that are not requests are answered one by one and end nothing', async () => {
  const client = await connect(bearer)
  for (let at = 0; at < 1_000; at++) client.say(at % 2 === 0 ? '{' : '{"type":"unknown"}')
  await until(
    async () => client.events.filter(({ type }) => type === 'error').length,
    errors => errors === 1_000,
    PATIENCE_MS,
  )
  client.say({ type: 'response.create', model: 'good', input: 'Hi', store: false })
  await client.hears('response.completed')
  client.socket.close()
}, 60_000)
