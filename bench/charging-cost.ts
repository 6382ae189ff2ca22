import { comparison } from './lib/comparison.ts'

export const chargingCost = comparison({
  name: 'charging-cost',
  title: 'What durable charging costs: the same server over a ledger that keeps nothing, and as it is',
  ways: ['uncharged', 'gateway'],
  baseline: 'uncharged',
  load: { body: 'whole', connections: 32, requestsPerSecond: 0 },
  figures: [
    {
      name: 'CPU per request',
      unit: 'µs',
      of: ({ cpuMicroseconds, requests }) => cpuMicroseconds / requests,
      compare: 'ratio',
      aim: { atMost: 1.3 },
    },
    { name: 'requests per second', unit: '/s', of: ({ requests, seconds }) => requests / seconds, compare: 'ratio' },
  ],
})
