import { expect, test } from 'bun:test'
import type { Comparison, Figure } from './comparison.ts'
import type { Measurement } from './measure.ts'
import { type Round, resultsOf } from './results.ts'

const ratio: Figure = { name: 'CPU', unit: 'µs', of: ({ cpuMicroseconds }) => cpuMicroseconds, compare: 'ratio' }
const difference: Figure = { ...ratio, compare: 'difference' }

const scenarioWith = (figure: Figure): Comparison => ({
  name: 'example',
  title: 'An example',
  targets: ['nginx', 'gateway'],
  baseline: 'nginx',
  load: { body: 'whole', connections: 1, requestsPerSecond: 0 },
  figures: [figure],
})

/** A round in which nginx and the gateway used so many microseconds. */
function round(nginx: number, gateway: number): Round {
  const rest = { requests: 1, failed: 0, left: 0, seconds: 1, latencyP50: 0, latencyP99: 0, chunks: 0 }
  const used = (cpuMicroseconds: number): Measurement => {
    return { ...rest, chunkDelayP50: 0, chunkDelayP99: 0, cpuMicroseconds }
  }
  return { nginx: used(nginx), gateway: used(gateway) }
}

test('targets are compared within a round, so a slow phase of the machine does not show', () => {
  const rounds = [round(10, 30), round(100, 300), round(20, 60)]
  const values = { nginx: 20, gateway: 60 }
  expect(resultsOf(scenarioWith(ratio), rounds)).toEqual([{ figure: ratio, values, comparison: 3, spread: [3, 3] }])
})

test('the median of an even number of rounds lies between the middle two', () => {
  const rounds = [round(10, 11), round(10, 12), round(10, 14), round(10, 50)]
  const values = { nginx: 10, gateway: 13 }
  expect(resultsOf(scenarioWith(difference), rounds)).toEqual([
    { figure: difference, values, comparison: 3, spread: [1, 40] },
  ])
})
