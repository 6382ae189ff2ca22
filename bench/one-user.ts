import { comparison } from './lib/comparison.ts'
import { cpuPerRequest, requestsPerSecond } from './lib/figures.ts'

export const oneUser = comparison({
  name: 'one-user',
  title: 'All requests from one user with one token, beside requests of a hundred users',
  targets: ['many users', 'one user'],
  baseline: 'many users',
  load: { body: 'whole', connections: 100, requestsPerSecond: 0 },
  // A lower ratio is not the machine's noise.
  figures: [requestsPerSecond({ atLeast: 0.95 }), cpuPerRequest()],
})
