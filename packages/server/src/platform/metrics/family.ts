import type { Metric } from 'prom-client'
import { BUCKETS, type Durations } from './durations.ts'

export type Labels = Record<string, string | number>

/** One value of a family. */
export interface Sample {
  labels: Labels
  value: number
  /** Where it is not the family's own: the parts of a histogram. */
  metricName?: string
}

interface Described {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
}

/**
 * A family of metrics for prom-client's registry, which is read when somebody asks for it: counting costs a call nothing
 * but the counting.
 */
export function family({ name, help, type }: Described, read: () => Sample[] | Promise<Sample[]>): Metric {
  const get = async () => ({ name, help, type, values: await read(), aggregator: 'sum' })
  // A registry asks its metrics for no more than this.
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
