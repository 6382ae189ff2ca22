import { expect, test } from 'bun:test'
import type { Load } from './case.ts'
import { figuresOf, median, type Round, unitOf } from './figures.ts'
import type { Measurement } from './measure.ts'

const load: Load = { size: '1.5 KB', answer: 'whole', format: 'chat', callers: 1, users: 1 }

/** A target's CPU microseconds and latency for one call. */
function measured(cpuMicroseconds: number, latency = 0): Measurement {
  const counts = { requests: 1, failed: 0, broken: 0, left: 0, dropped: 0, seconds: 1, chunks: 4 }
  const times = { latencyP50: latency, latencyP99: latency, refusalP50: 0, refusalP99: 0 }
  const chunks = { firstChunkP50: 0, firstChunkP99: 0, chunkDelayP50: 0, chunkDelayP99: 0, chunkDelayMost: 0 }
  return {
    ...counts,
    ...times,
    ...chunks,
    statuses: { 200: 1 },
    cpuMicroseconds,
    databaseMicroseconds: 0,
    memoryBytes: 0,
  }
}

const round = (nginx: number, gateway: number): Round => ({ nginx: measured(nginx), gateway: measured(gateway) })

test('targets are compared within a round, so a slow phase of the machine does not show', () => {
  const rounds = [round(10, 30), round(100, 300), round(20, 60)]
  const { ratio, cpu } = figuresOf({ load, beside: ['nginx'] }, rounds, 'gateway')
  expect(ratio).toEqual({ least: 3, median: 3, most: 3 })
  expect(cpu).toEqual({ least: 30, median: 60, most: 300 })
})

test('where a bare proxy is measured too, it is compared with nginx', () => {
  const rounds: Round[] = [{ ...round(10, 30), bare: measured(16) }, round(10, 50)]
  const { ratio, bareRatio } = figuresOf({ load, beside: ['nginx', 'bare'] }, rounds, 'gateway')
  expect([ratio?.median, bareRatio]).toEqual([4, { least: 1.6, median: 1.6, most: 1.6 }])
})

test('an earlier version is compared within the same round, and only if it was loaded', () => {
  const rounds: Round[] = [{ ...round(10, 30), earlier: measured(60) }, round(10, 50)]
  const { earlierRatio } = figuresOf({ load, beside: ['nginx'] }, rounds, 'gateway')
  expect(earlierRatio).toEqual({ least: 0.5, median: 0.5, most: 0.5 })
  expect(figuresOf({ load, beside: ['nginx'] }, [round(10, 30)], 'gateway').earlierRatio).toBeUndefined()
  expect(figuresOf({ load, beside: ['nginx'] }, rounds, 'earlier').earlierRatio).toBeUndefined()
})

test('a round in which one of the two failed is not compared', () => {
  const rounds: Round[] = [round(10, 30), { gateway: measured(500) }, { nginx: measured(1) }]
  expect(figuresOf({ load, beside: ['nginx'] }, rounds, 'gateway').ratio).toEqual({ least: 3, median: 3, most: 3 })
})

test('added latency is measured against the same round without a gateway, only at a fixed rate', () => {
  const rounds: Round[] = [
    { direct: measured(0, 100), gateway: measured(1, 150) },
    { direct: measured(0, 900), gateway: measured(1, 980) },
  ]
  const atRate = { load: { ...load, requestsPerSecond: 500 }, beside: ['direct' as const] }
  expect(figuresOf(atRate, rounds, 'gateway').addedP50).toEqual({ least: 50, median: 65, most: 80 })
  expect(figuresOf({ ...atRate, load }, rounds, 'gateway').addedP50).toBeUndefined()
})

test('memory is that at the end of each round, in MiB, and absent where no process can be seen', () => {
  const rounds = [1, 3].map(mebibytes => ({ gateway: { ...measured(1), memoryBytes: mebibytes * 1_048_576 } }))
  expect(figuresOf({ load, beside: [] }, rounds, 'gateway').memory).toEqual({ least: 1, median: 2, most: 3 })
  expect(figuresOf({ load, beside: [] }, [{ gateway: measured(1) }], 'gateway').memory).toBeUndefined()
})

test('paced streams are counted per chunk, everything else per call', () => {
  expect(unitOf(load)).toBe('call')
  expect(unitOf({ ...load, answer: '0x100' })).toBe('call')
  expect(unitOf({ ...load, answer: '1x1', requestsPerSecond: 200 })).toBe('call')
  const paced = { ...load, answer: '20x50' as const }
  expect(unitOf(paced)).toBe('chunk')
  expect(figuresOf({ load: paced, beside: [] }, [round(1, 40)], 'gateway').cpu.median).toBe(10)
})

test('the median of an even number of rounds is between the middle two', () => {
  expect(median([1, 40, 2, 4])).toBe(3)
})
