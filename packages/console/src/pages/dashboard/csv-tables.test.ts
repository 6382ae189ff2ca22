import { expect, test } from 'bun:test'
import type { Latency, UsageSums } from '@tollgate/contract'
import { daysAsCsv, flowAsCsv, latencyAsCsv, slowChannelsAsCsv, unusualAsCsv, walletAsCsv } from './csv-tables.ts'

const [FROM, TO] = [1_780_000_200, 1_780_003_800]
const TIMES = ['2026-05-28T20:30:00.000Z', '2026-05-28T21:30:00.000Z']

test('the flow is a line for each ribbon; all other nodes are the rest', () => {
  const node = { id: 0, name: '', requests: 0, quota: 0, others: 0 }
  const table = flowAsCsv({
    from: FROM,
    to: TO,
    columns: [
      {
        by: 'user',
        nodes: [
          { ...node, id: 4, name: 'ann' },
          { ...node, others: 9 },
        ],
      },
      { by: 'group', nodes: [{ ...node, name: 'vip' }, node] },
      { by: 'model', nodes: [{ ...node, name: 'm' }] },
    ],
    links: [
      [
        [0, 0, 3, 70],
        [1, 1, 2, 5],
      ],
      [[0, 0, 3, 70]],
    ],
  })
  expect(table).toEqual([
    ['from', 'from_id', 'from_name', 'to', 'to_id', 'to_name', 'requests', 'quota'],
    ['user', 4, 'ann', 'group', '', 'vip', 3, 70],
    ['user', '', 'rest', 'group', '', '', 2, 5],
    ['group', '', 'vip', 'model', '', 'm', 3, 70],
  ])
})

test('today and yesterday, and unusual hours, have times that other programs read', () => {
  const sums: UsageSums = {
    ...{ requests: 1, failed: 2, tokens: 3, prompt_tokens: 4, cache_tokens: 5, cache_saved: 6, quota: 7 },
    cache_uncounted: 0,
  }
  const stretch = { from: FROM, to: TO }
  const [heads, ...days] = daysAsCsv({
    time_zone: 'UTC',
    today: { ...stretch, sums },
    yesterday: { ...stretch, sums: { ...sums, quota: 8 } },
  })
  expect(heads).toEqual([
    'from',
    'to',
    'requests',
    'failed',
    'tokens',
    'prompt_tokens',
    'cache_tokens',
    'cache_saved',
    'quota',
  ])
  expect(days).toEqual([
    [...TIMES, 1, 2, 3, 4, 5, 6, 7],
    [...TIMES, 1, 2, 3, 4, 5, 6, 8],
  ])
  const hour = { ...stretch, measure: 'quota' as const, value: 90, usual: 9.5, low: 1.2, high: 20 }
  expect(unusualAsCsv({ ...stretch, hours: [hour] })[1]).toEqual([...TIMES, 'quota', 90, 10, 1, 20])
})

test('the wallet is a line for its balance and one for each channel', () => {
  const table = walletAsCsv(
    {
      ...{ from: FROM, to: TO, balance: 500, accounts: 1, spent: 40, per_day: 40, lasts_seconds: null },
      upstreams: [{ id: 7, name: '=c', dollars: 1.5, asked_at: TO, spent: 30, lasts_seconds: 60 }],
    },
    'ann',
  )
  expect(table.slice(1)).toEqual([
    ['', 'ann', 500, '', '', 40, ...TIMES, ''],
    [7, '=c', '', 1.5, TIMES[1] ?? '', 30, ...TIMES, 60],
  ])
})

test('latency is a line for all calls and for each model, slow channels one for each', () => {
  const percentiles = { p50: 1, p90: 2, p95: 3, p99: 4 }
  const timing = { calls: 6, duration: percentiles, first_token: null }
  const latency: Latency = {
    ...{ from: FROM, to: TO, calls: 6, sampled: 6, rank_error: 0, all: timing },
    models: [{ ...timing, model: 'm' }],
    channels: [{ ...timing, id: 7, name: 'c' }],
  }
  const numbers = [6, '', '', '', '', 1, 2, 3, 4]
  expect(latencyAsCsv(latency).slice(1)).toEqual([
    ['', ...numbers],
    ['m', ...numbers],
  ])
  const [heads, line] = slowChannelsAsCsv(latency)
  expect(line).toEqual([7, 'c', ...numbers])
  expect(heads).toHaveLength(line?.length ?? 0)
})
