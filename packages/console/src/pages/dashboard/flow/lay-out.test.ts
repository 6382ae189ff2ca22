import { expect, test } from 'bun:test'
import type { Flow } from '@tollgate/contract'
import { layOutFlow } from './lay-out.ts'

const node = (name: string, quota: number, requests: number) => ({ id: 0, name, quota, requests, others: 0 })
const flow: Flow = {
  from: 0,
  to: 900,
  columns: [
    { by: 'group', nodes: [node('default', 90, 1), node('vip', 10, 9)] },
    { by: 'model', nodes: [node('a', 100, 10)] },
  ],
  links: [
    [
      [0, 0, 1, 90],
      [1, 0, 9, 10],
    ],
  ],
}

test('bars are as high as their share, slots never lower than a label', () => {
  const { nodes, height } = layOutFlow(flow, 'quota')
  expect(nodes.map(({ name, top, bar, height }) => [name, top, bar, height])).toEqual([
    ['default', 0, 180, 180],
    ['vip', 183, 20, 24],
    ['a', 0, 200, 200],
  ])
  expect(height).toBe(207)
  expect(layOutFlow(flow, 'requests').nodes.map(({ bar }) => bar)).toEqual([20, 180, 200])
})

test('ribbons stand beside each other at both ends', () => {
  const paths = layOutFlow(flow, 'quota').ribbons.map(({ path }) => path)
  expect(paths).toEqual([
    'M6 0C253 0 253 0 500 0V180C253 180 253 180 6 180Z',
    'M6 183C253 183 253 180 500 180V200C253 200 253 203 6 203Z',
  ])
})

test('calls that cost nothing still have nodes, and no ribbons by charge', () => {
  const free: Flow = {
    ...flow,
    columns: flow.columns.map(column => ({ ...column, nodes: column.nodes.map(one => ({ ...one, quota: 0 })) })),
    links: [[[0, 0, 1, 0]]],
  }
  const { nodes, ribbons } = layOutFlow(free, 'quota')
  expect(nodes).toHaveLength(3)
  expect(ribbons).toEqual([])
  expect(layOutFlow({ ...flow, columns: [], links: [] }, 'quota').nodes).toEqual([])
})
