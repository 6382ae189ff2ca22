import type { Metric } from 'prom-client'
import { BUCKETS, type Durations } from './durations.ts'

export type Labels = Record<string, string | number>

/** One value of a family. */
export interface Sample {
  labels: Labels
  value: number
  /** Differs from the family's own name for the parts of a histogram. */
  metricName?: string
}

interface Described {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
}

/** A family of metrics for prom-client's registry. It is computed when somebody reads it, so that calls only count. */
export function family({ name, help, type }: Described, read: () => Sample[] | Promise<Sample[]>): Metric {
  const get = async () => ({ name, help, type, values: await read(), aggregator: 'sum' })
  // The only parts of a metric that a registry uses.
  return { name, get } as unknown as Metric
}

/** The samples of a histogram's durations. */
export function histogramSamples(name: string, labels: Labels, { counts, sum }: Durations): Sample[] {
  let below = 0
  const buckets = [...BUCKETS, '+Inf'].map((le, index) => {
    below += counts[index] ?? 0
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: below },
  ]
}
