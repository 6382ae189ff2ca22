import { comparison } from './lib/comparison.ts'

export const addedLatency = comparison({
  name: 'added-latency',
  title: 'Latency of whole requests at 500 a second, counted from the moment each was due',
  targets: ['direct', 'nginx', 'gateway'],
  baseline: 'direct',
  load: { body: 'whole', connections: 64, requestsPerSecond: 500 },
  figures: [
    { name: 'latency, median', unit: 'µs', of: ({ latencyP50 }) => latencyP50, compare: 'difference' },
    { name: 'latency, 99th percentile', unit: 'µs', of: ({ latencyP99 }) => latencyP99, compare: 'difference' },
  ],
})
