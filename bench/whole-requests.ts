import { comparison } from './lib/comparison.ts'
import { cpuPerRequest, requestsPerSecond } from './lib/figures.ts'

export const wholeRequests = comparison({
  name: 'whole-requests',
  title: 'Whole requests, 1.5 KB asked and 1 KB answered, on 32 connections as fast as they go',
  targets: ['nginx', 'gateway'],
  baseline: 'nginx',
  load: { body: 'whole', connections: 32, requestsPerSecond: 0 },
  figures: [cpuPerRequest({ atMost: 5 }), requestsPerSecond()],
})
