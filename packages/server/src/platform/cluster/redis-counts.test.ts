import { afterEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type RedisServer, startRedisServer } from '../../../test/support/redis-server.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { until } from '../../../test/support/until.ts'
import { type Counts, CountsUnavailable } from '../counts/counts.ts'
import { localCounts } from '../counts/local-counts.ts'
import { countsOfNodes } from './counts-of-nodes.ts'
import { openRedisBus, type RedisBus } from './redis-bus.ts'
import { redisCounts } from './redis-counts.ts'

const redisUrl = process.env.TEST_REDIS_URL ?? ''
const HOUR = 3_600_000
const log = { warn: () => undefined, info: () => undefined, error: () => undefined }

const buses: RedisBus[] = []
const closing: { close(): void }[] = []
afterEach(async () => {
  for (const counts of closing.splice(0)) counts.close()
  for (const bus of buses.splice(0)) await bus.close()
})

async function join(url: string, scope: string, leaseMs = 30_000): Promise<Counts> {
  const bus = await openRedisBus(url, { scope, log }, { beatMs: 50, openMs: 500 })
  const counts = redisCounts(bus.count, { leaseMs, patienceMs: 2_000 })
  buses.push(bus)
  closing.push(counts)
  return counts
}

const window = (key: string, limit: number, amount = 1) => ({ key, windowMs: HOUR, limit, amount })
const place = (key: string, limit: number) => ({ key, windowMs: 0, limit, amount: 1 })
const isTaken = async (counts: Counts, asked: Parameters<Counts['take']>[0]) => 'slots' in (await counts.take(asked))

describe.skipIf(!redisUrl)('nodes that count in one Redis', () => {
  test('admit exactly what one limit allows, however many ask concurrently', async () => {
    const scope = crypto.randomUUID()
    const nodes = await Promise.all(Array.from({ length: 3 }, () => join(redisUrl, scope)))
    const asked = Array.from({ length: 150 }, (_, at) => isTaken(nodes[at % 3] as Counts, [window('calls', 40)]))
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(40)
  })

  test('decide as one process does, whichever of them is asked', async () => {
    const scope = crypto.randomUUID()
    const nodes = [await join(redisUrl, scope), await join(redisUrl, scope)]
    const step = fc.record({
      node: fc.nat(1),
      act: fc.constantFrom('take', 'take', 'take', 'correct', 'end'),
      amount: fc.integer({ min: 1, max: 4 }),
      limits: fc.tuple(fc.integer({ min: -1, max: 9 }), fc.integer({ min: 0, max: 4 })),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        const alone = localCounts(() => 0)
        const [sum, runs] = [`sum ${++run}`, `runs ${run}`]
        const taken: { node: number; slot: number; amount: number }[] = []
        for (const { node, act, amount, limits } of steps) {
          const counts = nodes[node] as Counts
          const own = alone.of(String(node))
          if (act === 'take') {
            const asked = [window(sum, limits[0], amount), place(runs, limits[1])]
            const [there, here] = [await counts.take(asked), own.take(asked)]
            expect('exceeded' in there ? there.exceeded : 'in').toBe('exceeded' in here ? here.exceeded : 'in')
            if ('slots' in there) taken.push({ node, slot: there.slots[0] ?? 0, amount })
          } else if (act === 'correct') {
            const last = taken.at(-1)
            if (!last) continue
            nodes[last.node]?.correct(window(sum, 0), last.slot, -last.amount)
            alone.correct(window(sum, 0), 0, -last.amount)
            last.amount = 0
          } else if (taken.some(one => one.node === node)) {
            taken.splice(
              taken.findIndex(one => one.node === node),
              1,
            )
            counts.correct(place(runs, 0), 0, -1)
            own.correct(place(runs, 0), 0, -1)
          }
          // Updates sent without waiting arrive before the same node's next question.
          await Promise.all(nodes.map(one => one.take([window(`${sum} seen`, 0)])))
        }
      }),
      { seed: 8, numRuns: 40 },
    )
  }, 60_000)

  test('forget the running calls of a silent node, and keep those of a living one', async () => {
    const scope = crypto.randomUUID()
    const [here, there] = [await join(redisUrl, scope, 300), await join(redisUrl, scope, 300)]
    expect([await isTaken(here, [place('x', 2)]), await isTaken(there, [place('x', 2)])]).toEqual([true, true])
    closing[1]?.close()
    // The silent one is given up; this one's own place stays taken.
    await until(
      () => isTaken(here, [place('x', 2)]),
      taken => taken,
    )
    expect(await isTaken(here, [place('x', 2)])).toBe(false)
  })

  test('of other databases count for themselves', async () => {
    const [one, other] = [await join(redisUrl, crypto.randomUUID()), await join(redisUrl, crypto.randomUUID())]
    expect([await isTaken(one, [window('x', 1)]), await isTaken(other, [window('x', 1)])]).toEqual([true, true])
  })
})

describe.skipIf(!redisUrl)('while Redis', () => {
  let redis: RedisServer
  afterEach(async () => {
    redis.thaw()
    await redis.kill()
  })

  const ways = [
    ['is away', () => redis.kill()],
    ['is frozen', async () => redis.freeze()],
  ] as const

  test.each(ways)('%s a node counts alone or refuses, as configured', async (_, take) => {
    redis = await startRedisServer()
    const bus = await openRedisBus(redis.url, { scope: 'one', log }, { openMs: 500 })
    buses.push(bus)
    const together = redisCounts(bus.count)
    closing.push(together)
    let refuses = false
    const counts = countsOfNodes(
      localCounts(() => 0),
      together,
      () => refuses,
    )
    const isIn = async () => 'correct' in (await counts.take([window('x', 3)]))
    expect(await isIn()).toBe(true)
    await take()
    // It remembers what it admitted while Redis was available.
    expect([await isIn(), await isIn(), await isIn()]).toEqual([true, true, false])
    refuses = true
    expect(await rejection(Promise.resolve(isIn()))).toBeInstanceOf(CountsUnavailable)
  })

  test('is back nodes count together again', async () => {
    redis = await startRedisServer()
    const [here, there] = [await join(redis.url, 'one'), await join(redis.url, 'one')]
    await redis.kill()
    expect(await rejection(Promise.resolve(isTaken(here, [window('x', 1)])))).toBeInstanceOf(CountsUnavailable)
    await redis.startAgain()
    const ask = (counts: Counts) =>
      until(
        () => isTaken(counts, [window('y', 0)]).catch(() => false),
        taken => taken,
        20_000,
      )
    await Promise.all([ask(here), ask(there)])
    expect([await isTaken(here, [window('x', 1)]), await isTaken(there, [window('x', 1)])]).toEqual([true, false])
  }, 30_000)
})
