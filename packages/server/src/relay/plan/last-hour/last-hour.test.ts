import { expect, test } from 'bun:test'
import { localBuses } from '../../../../test/support/local-bus.ts'
import { until } from '../../../../test/support/until.ts'
import { COUNT_NAMES, newCounts } from './hour-counts.ts'
import { makeLastHour } from './last-hour.ts'

const sumOf = (hour: ReturnType<typeof makeLastHour>, channelId: number) => {
  const sum = newCounts()
  for (const slot of hour.hours().find(each => each.channelId === channelId)?.slots ?? [])
    for (const name of COUNT_NAMES) sum[name] += slot[name]
  return sum
}

test('every node has the sum of all nodes', async () => {
  const buses = localBuses()
  const now = () => 1_800_000_000
  const nodes = [makeLastHour(now, buses.join()), makeLastHour(now, buses.join()), makeLastHour(now, buses.join())]
  for (const [index, node] of nodes.entries()) {
    for (let call = 0; call <= index; call++) node.attempted(7, true)
    node.attempted(7, false)
    node.followed(7, index > 0)
    node.delivered(7, { ms: 100.4, firstByteMs: 20, inputTokens: 10, cachedTokens: 5, outputTokens: 3 })
  }
  const expected = {
    ...newCounts(),
    answered: 6,
    failed: 3,
    followUps: 3,
    affinityHits: 2,
    delivered: 3,
    streams: 3,
    inputTokens: 30,
    cachedTokens: 15,
    streamedTokens: 9,
  }
  for (const node of nodes) {
    await until(
      async () => sumOf(node, 7).answered,
      answered => answered === 6,
    )
    const { totalMs, firstByteMs, streamedMs, ...counts } = sumOf(node, 7)
    expect({ ...counts, totalMs: 0, firstByteMs: 0, streamedMs: 0 }).toEqual(expected)
    expect(totalMs).toBeWithin(300, 302)
    expect(firstByteMs).toBe(60)
    expect(streamedMs).toBeWithin(240, 242)
  }
})

test('counts older than an hour are dropped, and messages that no node would send are ignored', () => {
  const buses = localBuses()
  let now = 1_800_000_000
  const hour = makeLastHour(() => now, buses.join())
  const stranger = buses.join()
  hour.attempted(1, true)
  now += 3_599
  expect(sumOf(hour, 1).answered).toBeWithin(0, 2)
  now += 200
  expect(sumOf(hour, 1).answered).toBe(0)
  hour.attempted(1, true)
  const slot = Math.floor(now / 180)
  for (const payload of [null, [[1, 5, 9]], [[1, slot, -4]], [[0, slot, 1]], [[1, slot, 1e15]], [[1, slot + 9, 1]]])
    stranger.publish('channel-hour', payload)
  expect(sumOf(hour, 1).answered).toBe(1)
  stranger.publish('channel-hour', [[1, slot, 2]])
  expect(sumOf(hour, 1).answered).toBe(3)
})

test('the number of counted channels is limited', () => {
  const hour = makeLastHour(() => 1_800_000_000)
  for (let id = 1; id <= 6_000; id++) hour.attempted(id, true)
  expect(hour.hours()).toHaveLength(5_000)
})

test('every node has the sums of each model, and why it failed last', async () => {
  const buses = localBuses()
  let now = 1_800_000_000
  const [one, other] = [makeLastHour(() => now, buses.join()), makeLastHour(() => now, buses.join())]
  one.attempted(7, true, { model: 'a' })
  one.attempted(7, false, { model: 'b', reason: 'busy' })
  other.attempted(7, false, { model: 'b', reason: 'x'.repeat(300) })
  const of = (node: typeof one) =>
    node
      .modelsOf(7)
      .map(({ model, slots, failure }) => [model, slots.at(-1)?.answered, slots.at(-1)?.failed, failure?.reason])
  for (const node of [one, other])
    await until(
      async () => of(node).find(([model]) => model === 'b')?.[2],
      failed => failed === 2,
    )
  expect(new Map(of(one).map(([model, ...told]) => [model, told]))).toEqual(
    new Map([
      ['a', [1, 0, undefined]],
      ['b', [0, 2, 'x'.repeat(200)]],
    ]),
  )
  expect(one.modelsOf(8)).toEqual([])
  now += 3_800
  expect(one.modelsOf(7)).toEqual([])
})

test('the number of counted models is limited, and those of an earlier hour make room', () => {
  let now = 1_800_000_000
  const hour = makeLastHour(() => now)
  const count = () => [1, 2].flatMap(id => hour.modelsOf(id)).length
  for (let model = 0; model < 10_100; model++) hour.attempted(1, true, { model: `m${model}` })
  hour.attempted(1, true, { model: 'x'.repeat(256) })
  expect(count()).toBe(10_000)
  expect(sumOf(hour, 1).answered).toBe(10_101)
  now += 3_800
  hour.attempted(2, true, { model: 'new' })
  expect(count()).toBe(1)
})
