import { type LimitTable, reduced } from '../common/limits.ts'
import { limitsOf } from '../common/plain-limits.ts'
import { host } from './host.ts'

export const rangeLimits = {
  temperature: reduced('temperature', 'ChatGLM takes more than 0, to 1; the nearest was sent'),
  topP: reduced('topP', 'ChatGLM takes 0.01 to 0.99; the nearest was sent'),
} satisfies LimitTable

export const limits: LimitTable = { ...limitsOf(host), ...rangeLimits }
