import type { Figure } from './comparison.ts'
import type { Aim } from './scenario.ts'

export const cpuPerRequest = (aim?: Aim): Figure => ({
  name: 'CPU per request',
  unit: 'µs',
  of: ({ cpuMicroseconds, requests }) => cpuMicroseconds / requests,
  compare: 'ratio',
  ...(aim && { aim }),
})

export const requestsPerSecond = (aim?: Aim): Figure => ({
  name: 'requests per second',
  unit: '/s',
  of: ({ requests, seconds }) => requests / seconds,
  compare: 'ratio',
  ...(aim && { aim }),
})
