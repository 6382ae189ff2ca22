import { comparison } from './lib/comparison.ts'

export const oneUser = comparison({
  name: 'one-user',
  title: 'All requests from one user with one token, beside requests of a hundred users',
  ways: ['many users', 'one user'],
  baseline: 'many users',
  load: { body: 'whole', connections: 100, requestsPerSecond: 0 },
  figures: [
    {
      name: 'requests per second',
      unit: '/s',
      of: ({ requests, seconds }) => requests / seconds,
      compare: 'ratio',
      // below it, it is not the machine's noise
      aim: { atLeast: 0.95 },
    },
    {
      name: 'CPU per request',
      unit: 'µs',
      of: ({ cpuMicroseconds, requests }) => cpuMicroseconds / requests,
      compare: 'ratio',
    },
  ],
})
