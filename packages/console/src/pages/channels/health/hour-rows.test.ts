import { expect, test } from 'bun:test'
import type { ChannelHealth } from '@tollgate/contract'
import { hourRows, sortHours } from './hour-rows.ts'

const figures = (calls: number, success: number | null) => ({
  calls,
  failures: 0,
  success,
  latency_ms: null,
  first_token_ms: null,
  tokens_per_second: null,
  cache_share: null,
  follow_ups: 0,
  affinity_share: null,
})
const model = (name: string, calls: number, success: number | null) => ({
  ...figures(calls, success),
  model: name,
  failure: null,
})
const breaker = (name: string | null) =>
  ({ model: name, state: 'open', failures_in_a_row: 1, failure_share: null, rests_for: 9 }) as const
const channel = (id: number, more: Partial<ChannelHealth>): ChannelHealth => ({
  id,
  name: `Channel ${id}`,
  type: 1,
  status: 1,
  slots: [],
  breakers: [],
  models: [],
  ...figures(0, null),
  ...more,
})
const CHANNELS = [
  channel(2, { models: [model('b', 5, 0.2), model('A', 9, 1)], breakers: [breaker('b'), breaker('rests')] }),
  channel(1, { ...figures(3, 0.5), breakers: [breaker(null)] }),
]
const named = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('every model that was called or rests has a row; a channel without models has one', () => {
  const rows = hourRows(CHANNELS)
  expect(named(rows)).toEqual(['2 b', '2 A', '2 rests', '1 '])
  expect(rows.map(({ breaker }) => breaker?.model)).toEqual(['b', undefined, 'rests', null])
  expect(rows.at(-1)).toMatchObject({ calls: 3, success: 0.5, model: null })
})

test('they are sorted by any column in both directions; rows without the value come last', () => {
  const rows = hourRows(CHANNELS)
  const sorted = (sort: string) => named(sortHours(rows, sort))
  expect(sorted('success')).toEqual(['2 b', '1 ', '2 A', '2 rests'])
  expect(sorted('-success')).toEqual(['2 A', '1 ', '2 b', '2 rests'])
  expect(sorted('model')).toEqual(['2 A', '2 b', '2 rests', '1 '])
  expect(sorted('channel')).toEqual(['1 ', '2 b', '2 A', '2 rests'])
  expect(sorted('-calls')).toEqual(['2 A', '2 b', '1 ', '2 rests'])
  expect(sorted('')).toEqual(named(rows))
  expect(sorted('constructor')).toEqual(named(rows))
})
