import { expect, test } from 'bun:test'
import type { Usage } from '@tollgate/contract'
import fc from 'fast-check'
import { linesOf, MEASURES, modelSums } from './series.ts'

const usageOf = (models: string[], series: Usage['series'], times: number[]): Usage => ({
  from: 0,
  to: 1,
  time_zone: 'UTC',
  times,
  models,
  series,
  causes: [],
  rpm: 0,
  tpm: 0,
  totals: {
    requests: 0,
    failed: 0,
    quota: 0,
    tokens: 0,
    prompt_tokens: 0,
    cache_tokens: 0,
    cache_saved: 0,
    cache_uncounted: 0,
  },
})

test('fifty models are ten lines and one for the rest, and nothing is lost or counted twice', () => {
  const usage = fc
    .record({ models: fc.integer({ min: 1, max: 55 }), times: fc.integer({ min: 1, max: 30 }) })
    .chain(({ models, times }) =>
      fc
        .array(fc.tuple(fc.nat(times - 1), fc.nat(models - 1), fc.nat(99), fc.nat(99), fc.nat(99)), { maxLength: 300 })
        .map(series => {
          const names = Array.from({ length: models }, (_, place) => (place === 52 ? '' : `m${place}`))
          return usageOf(
            names,
            series,
            Array.from({ length: times }, (_, time) => time),
          )
        }),
    )
  fc.assert(
    fc.property(usage, usage => {
      for (const [place, measure] of [
        [2, 'requests'],
        [3, 'quota'],
        [4, 'tokens'],
      ] as const) {
        const lines = linesOf(usage, measure)
        expect(lines.length).toBeLessThanOrEqual(11)
        const sum = usage.series.reduce((total, entry) => total + entry[place], 0)
        expect(lines.reduce((total, line) => total + line.total, 0)).toBe(sum)
        for (const line of lines) expect(line.values.reduce((one, other) => one + other, 0)).toBe(line.total)
        expect(lines.reduce((count, line) => count + line.count, 0)).toBe(usage.models.length)
        expect(modelSums(usage).reduce((total, model) => total + model[measure], 0)).toBe(sum)
      }
      expect(MEASURES).toHaveLength(3)
    }),
    { seed: 20260525, numRuns: 200 },
  )
})

test('lines are sorted by their sums, with the rest last however large it is', () => {
  const models = Array.from({ length: 12 }, (_, place) => `m${place}`)
  const series = models.map((_, place): Usage['series'][number] => [0, place, 1, place + 10, 0])
  const lines = linesOf(usageOf(models, series, [0]), 'quota')
  expect(lines.map(({ model }) => model)).toEqual([...models.toReversed().slice(0, 10), null])
  expect(lines.at(-1)).toEqual({ model: null, count: 2, total: 21, values: [21] })
})
