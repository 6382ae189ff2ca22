import { afterEach, describe, expect, test } from 'bun:test'
import { Redis } from 'ioredis'
import pino from 'pino'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { databases } from '../test/support/databases.ts'
import { startEvilUpstream } from '../test/support/evil-upstream.ts'
import { setUpGateway } from '../test/support/gateway.ts'
import { startGatewayProcess } from '../test/support/gateway-process.ts'
import { until } from '../test/support/until.ts'
import { makeChangeEvents, TOPICS } from './change-events.ts'
import { StartError } from './environment.ts'
import { type SharedChangeEvents, shareChangeEvents } from './share-change-events.ts'

const redisUrl = process.env.TEST_REDIS_URL
if (!redisUrl) console.log('Redis is left out: TEST_REDIS_URL is not set.')
const log = pino({ level: 'silent' })

describe.skipIf(!redisUrl)('nodes that share their change events', () => {
  const joined: SharedChangeEvents[] = []
  afterEach(async () => {
    for (const node of joined.splice(0)) await node.close()
  })

  /** A node with the events it received. */
  async function join() {
    const heard: string[] = []
    const own = makeChangeEvents(log)
    for (const topic of TOPICS) own.on(topic, id => void heard.push(`${topic} ${id}`))
    const node = await shareChangeEvents(own, redisUrl ?? '', log)
    joined.push(node)
    return { node, own, heard }
  }
  const hears = ({ heard }: { heard: string[] }, changeEvents: string[]) =>
    until(
      async () => heard,
      soFar => changeEvents.every(signal => soFar.includes(signal)),
    )

  test('receive what another changed, and each its own change once', async () => {
    const [here, there] = [await join(), await join()]
    await here.node.emit('tokens', 7)
    expect(here.heard).toEqual(['tokens 7'])
    await hears(there, ['tokens 7'])
    await there.node.emit('options')
    await hears(here, ['options 0'])
    expect([here.heard, there.heard]).toEqual([
      ['tokens 7', 'options 0'],
      ['tokens 7', 'options 0'],
    ])
  })

  test('receive it even where the node that changed it cannot reload its own caches', async () => {
    const [here, there] = [await join(), await join()]
    here.node.on('channels', () => Promise.reject(new Error('the database is away')))
    await here.node.emit('channels', 9)
    await hears(there, ['channels 9'])
    here.own.stop()
  })

  test('treat everything as changed after a time without Redis', async () => {
    const [here, there] = [await join(), await join()]
    const redis = new Redis(redisUrl ?? '')
    for (const kind of ['pubsub', 'normal']) await redis.client('KILL', 'TYPE', kind, 'SKIPME', 'yes')
    await redis.quit()
    const everything = TOPICS.map(topic => `${topic} 0`)
    await hears(here, everything)
    await hears(there, everything)
    await until(
      async () => {
        await here.node.emit('channels', 3)
        return there.heard
      },
      heard => heard.includes('channels 3'),
    )
  })
})

test('a Redis that cannot be reached stops the start, and is named', async () => {
  const port = await freePort()
  const joining = shareChangeEvents(makeChangeEvents(log), `redis://127.0.0.1:${port}`, log)
  await expect(joining).rejects.toThrow(StartError)
  await expect(joining).rejects.toThrow(`Redis at 127.0.0.1:${port} cannot be reached`)
})

for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  test.skipIf(!redisUrl)(`two nodes on ${kind} are one gateway: what is set on one holds on the other`, async () => {
    const database = await open()
    const upstream = await startEvilUpstream()
    const start = async () =>
      startGatewayProcess(database.place, await freePort(), { environment: { REDIS_URL: redisUrl ?? '' } })
    const [here, there] = [await start(), await start()]
    const operator = await setUpGateway(here.url)

    const channel = await operator.makeChannel({ base_url: upstream.url, models: 'good' })
    const token = await operator.makeToken()
    const call = async () => {
      const headers = { authorization: `Bearer ${token.bearer}` }
      const body = JSON.stringify({ model: 'good', messages: [{ role: 'user', content: 'Hello' }] })
      const answer = await fetch(`${there.url}/v1/chat/completions`, { method: 'POST', headers, body })
      const { error } = (await answer.json()) as { error?: { code: string } }
      return error?.code ?? 'answered'
    }
    const becomes = (code: string) => until(call, answer => answer === code)

    await becomes('model_price_missing')
    await operator.setOption('ModelRatio', '{"good":1}')
    await becomes('answered')
    await operator.consoleCall('PUT', '/api/token/?status_only=true', { id: token.id, status: 2 })
    await becomes('token_disabled')
    await operator.consoleCall('PUT', '/api/token/?status_only=true', { id: token.id, status: 1 })
    await becomes('answered')
    await operator.consoleCall('DELETE', `/api/channel/${channel.id}`)
    await becomes('model_unknown')

    await Promise.all([here.kill(), there.kill()])
    await upstream.stop()
    await database.close()
  })
}
