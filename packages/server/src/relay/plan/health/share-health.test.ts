import { expect, test } from 'bun:test'
import { makeHealth } from '@tollgate/gateway'
import fc from 'fast-check'
import { localBuses } from '../../../../test/support/local-bus.ts'
import { shareHealth } from './share-health.ts'

const FAILURES = 3

/** Nodes whose clocks started at different times, and their messages. */
function start(count: number) {
  let now = 0
  const buses = localBuses()
  const told: unknown[] = []
  buses.join().on('health', event => void told.push(event))
  const nodes = Array.from({ length: count }, (_, index) => {
    const clock = () => now + index * 1_000_000
    const health = shareHealth(makeHealth(), buses.join(), clock)
    return {
      isAvailable: (channel: number) => health.isAvailable(channel, clock()),
      taken: (channel: number) => health.taken(channel, clock()),
      succeeded: (channel: number) => health.succeeded(channel),
      failed: (channel: number, retryAfterMs = 0, tookMs = 0) =>
        health.failed(channel, clock(), { retryAfterMs, beganAt: clock() - tookMs }),
      restsFor: (channel: number) => {
        const until = health.restsUntil(channel)
        return until === undefined ? undefined : until - clock()
      },
    }
  })
  const wait = (ms: number) => {
    now += ms
  }
  return { nodes, told, stranger: buses.join(), wait }
}

test('failures on all nodes add up and rest a channel on all of them', () => {
  const { nodes, wait } = start(FAILURES)
  for (const node of nodes) {
    expect(node.isAvailable(1)).toBe(true)
    node.failed(1)
    wait(1)
  }
  expect(nodes.map(node => [node.isAvailable(1), node.isAvailable(2)])).toEqual(Array(FAILURES).fill([false, true]))
})

test('one node probes a channel whose rest is over, and its success restores it on all', () => {
  const { nodes, wait } = start(2)
  const [here, there] = nodes
  here?.failed(1, 30_000)
  expect(there?.restsFor(1)).toBe(30_000)
  wait(30_000)
  expect(there?.isAvailable(1)).toBe(true)
  here?.taken(1)
  expect(there?.isAvailable(1)).toBe(false)
  here?.succeeded(1)
  expect([there?.isAvailable(1), there?.restsFor(1)]).toEqual([true, undefined])
})

test('a message about one model affects only that model, on every node', () => {
  const buses = localBuses()
  const [here, there] = [shareHealth(makeHealth(), buses.join()), shareHealth(makeHealth(), buses.join())]
  const now = performance.now()
  here.failed(1, now, { model: 'a', retryAfterMs: 30_000 })
  expect([there.isAvailable(1, now, 'a'), there.isAvailable(1, now, 'b')]).toEqual([false, true])
  here.succeeded(1, 'b')
  expect(there.isAvailable(1, now, 'a')).toBe(false)
  here.succeeded(1, 'a')
  expect(there.isAvailable(1, now, 'a')).toBe(true)
})

test('a probe without a result may be repeated by another node', () => {
  const buses = localBuses()
  const [here, there] = [shareHealth(makeHealth(), buses.join()), shareHealth(makeHealth(), buses.join())]
  const now = performance.now()
  here.failed(1, now, { retryAfterMs: 1_000 })
  here.taken(1, now + 5_000)
  expect(there.isAvailable(1, now + 5_000)).toBe(false)
  here.toldNothing(1)
  expect(there.isAvailable(1, now + 5_000)).toBe(true)
})

test('a channel resting for its failure rate on one node rests on all, until a call begun later is answered', () => {
  const buses = localBuses()
  const [here, there] = [shareHealth(makeHealth(), buses.join()), shareHealth(makeHealth(), buses.join())]
  const now = performance.now()
  const answers = { now, beganAt: now - 1 }
  for (let call = 0; call < 11; call++) {
    here.failed(1, now, { beganAt: now - 1 })
    here.succeeded(1, 'a', answers)
  }
  expect([here.isAvailable(1, now), there.isAvailable(1, now)]).toEqual([false, false])
  expect(there.succeeded(1, 'a', answers)).toBe(false)
  expect([here.isAvailable(1, now), there.isAvailable(1, now)]).toEqual([false, false])
  there.succeeded(1, 'a', { now: now + 20_000, beganAt: now + 10_000 })
  expect([here.isAvailable(1, now), there.isAvailable(1, now)]).toEqual([true, true])
})

test('a healthy channel needs no message', () => {
  const { nodes, told } = start(2)
  for (let call = 0; call < 100; call++) {
    nodes[0]?.taken(1)
    nodes[0]?.succeeded(1)
  }
  expect(told).toEqual([])
})

test('several nodes judge a channel as one node would have', () => {
  const step = fc.record({
    node: fc.nat(2),
    act: fc.constantFrom('failed', 'failed', 'succeeded', 'taken'),
    retryAfterMs: fc.constantFrom(0, 0, 20_000),
    tookMs: fc.nat(3_000),
    waitMs: fc.nat(10_000),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      const several = start(3)
      const one = start(1)
      for (const { node, act, retryAfterMs, tookMs, waitMs } of steps) {
        for (const cluster of [several, one]) {
          const at = cluster.nodes[node % cluster.nodes.length]
          if (act === 'failed') at?.failed(1, retryAfterMs, tookMs)
          else at?.[act](1)
          cluster.wait(waitMs)
        }
        const expected = one.nodes.map(at => [at.isAvailable(1), at.restsFor(1)])
        expect(several.nodes.map(at => [at.isAvailable(1), at.restsFor(1)])).toEqual(Array(3).fill(expected[0]))
      }
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('messages that no node would send are ignored', () => {
  const { nodes, stranger } = start(1)
  const wrong = [
    null,
    { what: 'failed' },
    { what: 'failed', channel: 0, retryAfterMs: 1, tookMs: 1 },
    { what: 'failed', channel: 1, retryAfterMs: 1e12, tookMs: 1 },
    { what: 'closed', channel: 1 },
  ]
  for (const payload of wrong) stranger.publish('health', payload)
  expect(nodes[0]?.restsFor(1)).toBe(undefined)
})
