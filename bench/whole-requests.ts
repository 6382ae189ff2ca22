import { comparison } from './lib/comparison.ts'

export const wholeRequests = comparison({
  name: 'whole-requests',
  title: 'Whole requests, 1.5 KB asked and 1 KB answered, on 32 connections as fast as they go',
  ways: ['nginx', 'gateway'],
  baseline: 'nginx',
  load: { body: 'whole', connections: 32, requestsPerSecond: 0 },
  figures: [
    {
      name: 'CPU per request',
      unit: 'µs',
      of: ({ cpuMicroseconds, requests }) => cpuMicroseconds / requests,
      compare: 'ratio',
      aim: { atMost: 5 },
    },
    { name: 'requests per second', unit: '/s', of: ({ requests, seconds }) => requests / seconds, compare: 'ratio' },
  ],
})
