import type { Usage } from '@tollgate/contract'

export const MEASURES = ['quota', 'requests', 'tokens'] as const
export type Measure = (typeof MEASURES)[number]

/** One model, or the sum of the others, over time. */
export interface Line {
  /** The model; null: all others together. */
  model: string | null
  /** How many models it stands for. */
  count: number
  total: number
  /** One for each of the usage's times. */
  values: number[]
}

/** How many models get their own line: more could not be distinguished. */
const NAMED = 10
/** Index of a measure in an entry of the series. */
const PLACE = { requests: 2, quota: 3, tokens: 4 } as const

/** The largest models by a measure, in order, and the rest as one line at the end. */
export function linesOf({ models, series, times }: Usage, measure: Measure): Line[] {
  const lines = models.map(model => ({ model, count: 1, total: 0, values: times.map(() => 0) }))
  for (const entry of series) {
    const [time, model] = entry
    const line = lines[model]
    if (!line) continue
    line.values[time] = (line.values[time] ?? 0) + entry[PLACE[measure]]
    line.total += entry[PLACE[measure]]
  }
  // The server's own rest is always part of the rest.
  const named = lines.filter(({ model }) => model !== '').sort((one, other) => other.total - one.total)
  const rest = [...named.slice(NAMED), ...lines.filter(({ model }) => model === '')]
  if (rest.length === 0) return named
  return [
    ...named.slice(0, NAMED),
    rest.reduce<Line>(addUp, { model: null, count: 0, total: 0, values: times.map(() => 0) }),
  ]
}

const addUp = (sum: Line, { count, total, values }: Line): Line => ({
  ...sum,
  count: sum.count + count,
  total: sum.total + total,
  values: sum.values.map((value, time) => value + (values[time] ?? 0)),
})

export interface ModelSum {
  id: string
  model: string
  requests: number
  quota: number
  tokens: number
}

/** Every model with its sums, sorted by quota. */
export function modelSums({ models, series }: Usage): ModelSum[] {
  const sums = models.map(model => ({ id: model, model, requests: 0, quota: 0, tokens: 0 }))
  for (const [, model, requests, quota, tokens] of series) {
    const sum = sums[model]
    if (!sum) continue
    sum.requests += requests
    sum.quota += quota
    sum.tokens += tokens
  }
  return sums.sort((one, other) => other.quota - one.quota || other.requests - one.requests)
}
