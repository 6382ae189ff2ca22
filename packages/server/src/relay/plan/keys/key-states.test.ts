import { expect, test } from 'bun:test'
import { providerOf } from '@tollgate/gateway'
import fc from 'fast-check'
import { type KeyOfChannel, type OpenChannel, withKeys } from '../../candidates/channel-index.ts'
import { type FoundState, KEY_STATUS, type StoredKeyState } from '../../candidates/keys/key-state-store.ts'
import { AttemptFailure } from '../../errors/upstream-failure.ts'
import { makeKeyStates } from './key-states.ts'

const SEED = 20_213
const CHANNEL_ID = 5

function channelOf(count: number, spread: 'random' | 'in_turn' = 'random'): OpenChannel {
  const provider = providerOf(1)
  if (!provider) throw new Error('no provider')
  const channel = { id: CHANNEL_ID, name: 'many', type: 1, key: 'k0', baseUrl: '', other: '', organization: '' }
  const open = { ...channel, provider, autoBan: true } as unknown as OpenChannel
  const keys = Array.from({ length: count }, (_, index) => `k${index}`)
  return withKeys(open, keys, spread, { fingerprint: text => text.replace('channel key ', '').padEnd(16, '.') })
}

const failed = (status: number, retryAfter: string | null = null) =>
  new AttemptFailure({ status, message: 'said so', type: null, code: null, param: null }, null, retryAfter)

/** Nodes that share a store and notify each other of changes. */
async function start(nodeCount: number, mayDisable = true) {
  let time = 1_000_000
  const rows = new Map<string, StoredKeyState & { renewedAt: number }>()
  const listeners: ((id: number) => unknown)[] = []
  const emptied: string[] = []
  let draw = 0
  const deps = {
    read: async () => [...rows.values()],
    async save(found: FoundState) {
      const row = rows.get(found.key)
      if (row && (row.status !== KEY_STATUS.ok || row.renewedAt > found.beganAt)) return
      rows.set(found.key, { ...found, renewedAt: row?.renewedAt ?? 0 })
    },
    disableWithoutKeys: async (_id: number, reason: string) => void emptied.push(reason),
    mayDisable: () => mayDisable,
    changeEvents: {
      on: (_topic: string, listener: (id: number) => unknown) => void listeners.push(listener),
      emit: async (_topic: string, id = 0) => void (await Promise.all(listeners.map(listener => listener(id)))),
    },
    log: { error: () => undefined },
    now: () => time,
    random: () => (draw++ * 0.618_033_988_749) % 1,
  }
  const node = () => makeKeyStates(deps)
  const nodes = await Promise.all(Array.from({ length: nodeCount }, node))
  return {
    nodes,
    node,
    rows,
    emptied,
    wait: (seconds: number) => {
      time += seconds
    },
    settled: () => Promise.all(nodes.map(each => each.settled())),
    async renew(key: string) {
      const state = { channelId: CHANNEL_ID, key, status: KEY_STATUS.ok, reason: '', since: time, restsUntil: 0 }
      rows.set(key, { ...state, renewedAt: time })
      await deps.changeEvents.emit('channel_keys', CHANNEL_ID)
    },
  }
}

/** An attempt that began now. */
const now = () => performance.now() + 1

test('keys take turns even if some fail', async () => {
  const { nodes } = await start(1)
  const [states] = nodes
  const channel = channelOf(5, 'in_turn')
  const picked = Array.from({ length: 20 }, () => states?.pick(channel, [])?.id)
  expect(picked.slice(0, 15)).toEqual(picked.slice(5))
  expect(new Set(picked).size).toBe(5)
})

test('at random, each key gets its share', async () => {
  const { nodes } = await start(1)
  const channel = channelOf(4)
  const counts = Map.groupBy(
    Array.from({ length: 4_000 }, () => nodes[0]?.pick(channel, [])?.id),
    id => id,
  )
  for (const { length } of counts.values()) expect(Math.abs(length - 1_000)).toBeLessThan(30)
})

test('no node, not even one started later, uses a refused key until it is enabled', async () => {
  const all = await start(2)
  const channel = channelOf(3)
  const [first, second] = all.nodes
  const key = first?.pick(channel, []) as KeyOfChannel
  expect(first?.failed(channel, key, failed(401), now())).toBe(true)
  await all.settled()
  const third = await all.node()
  for (const states of [first, second, third]) expect(states?.isWell(CHANNEL_ID, key)).toBe(false)
  all.wait(10_000_000)
  expect(third.isWell(CHANNEL_ID, key)).toBe(false)
  await all.renew(key.id)
  for (const states of [first, second, third]) expect(states?.isWell(CHANNEL_ID, key)).toBe(true)
})

test('a rest lasts for Retry-After on every node, and grows with each failure without one', async () => {
  const all = await start(2)
  const channel = channelOf(3)
  const [first, second] = all.nodes
  const key = channel.keys?.all[0] as KeyOfChannel
  first?.failed(channel, key, failed(429, '40'), now())
  await all.settled()
  all.wait(39)
  expect(second?.isWell(CHANNEL_ID, key)).toBe(false)
  all.wait(1)
  expect(second?.isWell(CHANNEL_ID, key)).toBe(true)
  const rests = Array.from({ length: 3 }, () => {
    first?.failed(channel, key, failed(429), now())
    let seconds = 0
    for (; !first?.isWell(CHANNEL_ID, key); seconds++) all.wait(1)
    return seconds
  })
  expect(rests).toEqual([10, 20, 40])
})

test('if keys may not be disabled, a refused key rests for long', async () => {
  const all = await start(1, false)
  const channel = channelOf(2)
  const key = channel.keys?.all[0] as KeyOfChannel
  all.nodes[0]?.failed(channel, key, failed(401), now())
  await all.settled()
  expect([...all.rows.values()].map(({ status }) => status)).toEqual([KEY_STATUS.ok])
  all.wait(59)
  expect(all.nodes[0]?.isWell(CHANNEL_ID, key)).toBe(false)
  all.wait(1)
  expect(all.nodes[0]?.isWell(CHANNEL_ID, key)).toBe(true)
})

test('calls in flight when a key was enabled again do not disable it', async () => {
  const all = await start(1)
  const channel = channelOf(2)
  const key = channel.keys?.all[0] as KeyOfChannel
  const began = performance.now() - 30_000
  all.nodes[0]?.failed(channel, key, failed(401), now())
  await all.settled()
  await all.renew(key.id)
  all.nodes[0]?.failed(channel, key, failed(401), began)
  await all.settled()
  expect(all.nodes[0]?.isWell(CHANNEL_ID, key)).toBe(true)
})

type Step = { node: number; key: number; what: 'fail' | 'refuse' | 'succeed' | 'wait' | 'renew' | 'fault' }

test('a refused key is never picked, a resting one only if all rest, and other keys are not affected', async () => {
  const step = fc.record({
    node: fc.nat(1),
    key: fc.nat(3),
    what: fc.constantFrom<Step['what'][]>('fail', 'refuse', 'succeed', 'wait', 'renew', 'fault'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.boolean(), async (steps, inTurn) => {
      const all = await start(2)
      const channel = channelOf(4, inTurn ? 'in_turn' : 'random')
      const keys = channel.keys?.all ?? []
      const refused = new Set<string>()
      /** Keys that failed since they were enabled; all others must be healthy. */
      const blamed = new Set<string>()
      for (const { node, key: at, what } of steps) {
        const states = all.nodes[node]
        const key = keys[at]
        if (!states || !key) continue
        if (what === 'wait') all.wait(7)
        else if (what === 'succeed') states.succeeded(CHANNEL_ID, key)
        else if (what === 'fault') expect(states.failed(channel, key, failed(500), now())).toBe(false)
        else if (what === 'renew') {
          refused.delete(key.id)
          blamed.delete(key.id)
          await all.renew(key.id)
        } else {
          blamed.add(key.id)
          if (what === 'refuse' && states.isWell(CHANNEL_ID, key)) refused.add(key.id)
          if (what === 'fail' || refused.has(key.id))
            states.failed(channel, key, failed(what === 'fail' ? 429 : 401), now())
        }
        await all.settled()
        for (const each of all.nodes) {
          const well = keys.filter(one => each.isWell(CHANNEL_ID, one))
          for (const one of keys) if (!blamed.has(one.id)) expect(well).toContain(one)
          const picked = each.pick(channel, [])
          if (picked) expect(refused.has(picked.id)).toBe(false)
          if (well.length > 0) expect(well).toContain(picked as KeyOfChannel)
          const next = picked && each.pick(channel, [picked])
          if (next) expect(well.filter(one => one !== picked)).toContain(next)
          if (refused.size === keys.length) expect(picked).toBeUndefined()
        }
      }
    }),
    { seed: SEED, numRuns: 300 },
  )
})
