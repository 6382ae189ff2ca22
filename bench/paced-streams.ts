import { comparison } from './lib/comparison.ts'

export const pacedStreams = comparison({
  name: 'paced-streams',
  title: 'Streams of 100 chunks, one every 20 ms, 200 at once',
  targets: ['nginx', 'gateway'],
  baseline: 'nginx',
  load: { body: 'stream', connections: 200, requestsPerSecond: 0 },
  figures: [
    {
      name: 'CPU per chunk',
      unit: 'µs',
      of: ({ cpuMicroseconds, chunks }) => cpuMicroseconds / chunks,
      compare: 'ratio',
      aim: { atMost: 2.5 },
    },
    { name: 'chunk delay, median', unit: 'µs', of: ({ chunkDelayP50 }) => chunkDelayP50, compare: 'difference' },
    {
      name: 'chunk delay, 99th percentile',
      unit: 'µs',
      of: ({ chunkDelayP99 }) => chunkDelayP99,
      compare: 'difference',
    },
  ],
})
