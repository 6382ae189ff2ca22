import { comparison } from './lib/comparison.ts'
import { cpuPerRequest, requestsPerSecond } from './lib/figures.ts'

export const chargingCost = comparison({
  name: 'charging-cost',
  title: 'What durable charging costs: the same server with a ledger that stores nothing, and as it is',
  targets: ['uncharged', 'gateway'],
  baseline: 'uncharged',
  load: { body: 'whole', connections: 32, requestsPerSecond: 0 },
  figures: [cpuPerRequest({ atMost: 1.3 }), requestsPerSecond()],
})
