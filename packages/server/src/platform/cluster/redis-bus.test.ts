import { afterEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { type RedisServer, startRedisServer } from '../../../test/support/redis-server.ts'
import { until } from '../../../test/support/until.ts'
import { StartError } from '../process/environment.ts'
import type { Bus } from './bus.ts'
import { openRedisBus } from './redis-bus.ts'

const redisUrl = process.env.TEST_REDIS_URL ?? ''
const PACE = { beatMs: 50, openMs: 500 }

interface Node {
  bus: Bus
  heard: unknown[]
  gaps: number
  /** Its log: the level of each line. */
  logged: string[]
}

const joined: Node[] = []
afterEach(async () => {
  for (const { bus } of joined.splice(0)) await bus.close()
})

async function join(url: string, scope: string): Promise<Node> {
  const logged: string[] = []
  const log = { warn: () => logged.push('warn'), info: () => logged.push('info'), error: () => logged.push('error') }
  const node: Node = { bus: await openRedisBus(url, { scope, log }, PACE), heard: [], gaps: 0, logged }
  node.bus.on('subject', payload => void node.heard.push(payload))
  node.bus.onGap(() => {
    node.gaps += 1
  })
  joined.push(node)
  return node
}

const hears = (node: Node, payload: unknown) =>
  until(
    async () => node.heard,
    heard => heard.some(one => Bun.deepEquals(one, payload)),
  )

describe.skipIf(!redisUrl)('nodes on a bus over Redis', () => {
  test('receive each other’s messages unchanged and in order, and not their own', async () => {
    const scope = crypto.randomUUID()
    const [here, there] = [await join(redisUrl, scope), await join(redisUrl, scope)]
    const payloads = fc.sample(fc.jsonValue({ maxDepth: 2 }), { numRuns: 100, seed: 1 }).map(payload => [payload])
    for (const payload of payloads) here.bus.publish('subject', payload)
    here.bus.publish('another subject', 'unheard')
    here.bus.publish('subject', 'last')
    await hears(there, 'last')
    // JSON has one zero.
    expect(there.heard).toEqual(JSON.parse(JSON.stringify([...payloads, 'last'])))
    expect(here.heard).toEqual([])
  })

  test('of another database are not heard', async () => {
    const [here, there] = [await join(redisUrl, crypto.randomUUID()), await join(redisUrl, crypto.randomUUID())]
    here.bus.publish('subject', 1)
    there.bus.publish('subject', 2)
    const listener = await join(redisUrl, 'end')
    const sender = await join(redisUrl, 'end')
    sender.bus.publish('subject', 'done')
    await hears(listener, 'done')
    expect([here.heard, there.heard]).toEqual([[], []])
  })

  test('skip messages that no node wrote, and a listener that throws stops no other', async () => {
    const scope = crypto.randomUUID()
    const [here, there] = [await join(redisUrl, scope), await join(redisUrl, scope)]
    const stranger = new Redis(redisUrl)
    const texts = [
      '',
      'null',
      '[]',
      '{"node":1,"subject":"subject"}',
      '{"subject":"subject","payload":1}',
      'x'.repeat(20_000),
    ]
    for (const text of texts) await stranger.publish(`tollgate:${scope}`, text)
    await stranger.quit()
    there.bus.on('thrown', () => {
      throw new Error('no use')
    })
    here.bus.publish('thrown', 1)
    here.bus.publish('subject', 'fine')
    await hears(there, 'fine')
    expect([there.heard, there.logged]).toEqual([['fine'], ['error']])
  })
})

describe.skipIf(!redisUrl)('a node whose Redis', () => {
  let redis: RedisServer
  afterEach(async () => {
    redis.thaw()
    await redis.kill()
  })

  const isSilent = (node: Node) =>
    until(
      async () => node.logged,
      logged => logged.includes('warn'),
    )
  const isBack = (node: Node) =>
    until(
      async () => node.logged,
      logged => logged.includes('info'),
      20_000,
    )

  test('freezes continues at once, says so once, and learns of the gap when it is back', async () => {
    redis = await startRedisServer()
    const [here, there] = [await join(redis.url, 'one'), await join(redis.url, 'one')]
    redis.freeze()
    // More than is kept for a Redis that does not answer.
    for (let number = 0; number < 20_000; number++) here.bus.publish('subject', number)
    await Promise.all([isSilent(here), isSilent(there)])
    redis.thaw()
    await Promise.all([isBack(here), isBack(there)])
    expect([here.gaps > 0, there.gaps > 0]).toEqual([true, true])
    await until(
      async () => {
        here.bus.publish('subject', 'after')
        return there.heard
      },
      heard => heard.includes('after'),
    )
    expect([here.logged, there.logged]).toEqual([
      ['warn', 'info'],
      ['warn', 'info'],
    ])
  }, 30_000)

  test('is away and back learns of the gap', async () => {
    redis = await startRedisServer()
    const here = await join(redis.url, 'one')
    await redis.kill()
    await isSilent(here)
    here.bus.publish('subject', 'lost')
    await redis.startAgain()
    await isBack(here)
    expect([here.gaps, here.logged]).toEqual([1, ['warn', 'info']])
  }, 30_000)

  test('was unreachable only for it tells the others that it could not send', async () => {
    redis = await startRedisServer()
    const [here, there] = [await join(redis.url, 'one'), await join(redis.url, 'one')]
    const admin = new Redis(redis.url)
    const publishers = (await admin.client('LIST', 'TYPE', 'NORMAL')) as string
    const first = publishers.split('\n').find(line => !line.includes('cmd=client'))
    await admin.client('KILL', 'ID', Number(/id=(\d+)/.exec(first ?? '')?.[1]))
    await admin.quit()
    await until(
      async () => [here.gaps, there.gaps],
      gaps => gaps.every(count => count > 0),
      20_000,
    )
  }, 30_000)

  test('does not answer at the start stops it, and the error names it', async () => {
    redis = await startRedisServer()
    redis.freeze()
    const joining = join(redis.url, 'one')
    await expect(joining).rejects.toThrow(StartError)
  })
})

test('a Redis that cannot be reached stops the start, and the error names it', async () => {
  const port = await freePort()
  const joining = join(`redis://127.0.0.1:${port}`, 'one')
  await expect(joining).rejects.toThrow(StartError)
  await expect(joining).rejects.toThrow(`Redis at 127.0.0.1:${port} cannot be reached`)
})
