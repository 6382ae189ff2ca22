import { type LimitTable, reduced } from '../common/limits.ts'
import { limitsOf } from '../common/plain-limits.ts'
import { host } from './host.ts'

export const rangeLimits = {
  temperature: reduced('temperature', 'ERNIE takes more than 0, to 1; the nearest was sent'),
  topP: reduced('topP', 'ERNIE takes 0 to 1; the nearest was sent'),
  repetitionPenalty: reduced('repetitionPenalty', 'ERNIE takes 1 to 2; the nearest was sent'),
  maxTokens: reduced('maxTokens', 'ERNIE takes 2 at least; the nearest was sent'),
} satisfies LimitTable

export const limits: LimitTable = { ...limitsOf(host), ...rangeLimits }
