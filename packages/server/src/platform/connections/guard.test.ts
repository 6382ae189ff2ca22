import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import type { Options } from '../options/index.ts'
import { guardConnections } from './guard.ts'
import type { OpenSocket, Sockets } from './sockets.ts'

const PER_ADDRESS = 3

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** A guard over these connections, and the descriptors it lists and shuts. */
function guardOver(connections: OpenSocket[]) {
  const [lists, shut]: [number[], number[]] = [[], []]
  const sockets: Sockets = {
    mayExceed: limit => connections.length > limit,
    count: () => connections.length,
    list() {
      lists.push(connections.length)
      return [...connections]
    },
    received: () => null,
    shut(descriptor) {
      shut.push(descriptor)
      connections.splice(
        connections.findIndex(one => one.descriptor === descriptor),
        1,
      )
    },
  }
  const settings: Record<string, number> = { 'connection_setting.per_address': PER_ADDRESS }
  const options = { get: (name: string) => settings[name] ?? 100 } as unknown as Options
  const log = { warn: () => undefined, error: () => undefined } as never
  const guard = guardConnections({ sockets, options, trustedProxies: [], busyPeers: () => [], workers: 1, log })
  return { lists, shut, guard }
}

const from = (address: string, count: number, first = 10): OpenSocket[] =>
  Array.from({ length: count }, (_, index) => ({ address, port: index, descriptor: first + index }))

const pass = (ms: number) => {
  for (let passed = 0; passed < ms; passed += 50) jest.advanceTimersByTime(50)
}

test('connections below every limit are never listed', () => {
  const { lists, guard } = guardOver(from('198.51.100.1', PER_ADDRESS))
  pass(10_000)
  guard.stop()
  expect(lists).toEqual([])
})

test('many connections, none of which must be closed, are listed once a second', () => {
  const { lists, shut, guard } = guardOver([...from('198.51.100.1', 2), ...from('203.0.113.9', 3, 20)])
  pass(10_000)
  guard.stop()
  expect({ lists: lists.length, shut }).toEqual({ lists: 10, shut: [] })
})

test('connections above their address’s limit are checked again at once and closed', () => {
  const { lists, shut, guard } = guardOver([...from('198.51.100.1', 5), ...from('203.0.113.9', 1, 20)])
  pass(1_150)
  guard.stop()
  expect({ lists: lists.length, shut }).toEqual({ lists: 2, shut: [10, 11] })
})
