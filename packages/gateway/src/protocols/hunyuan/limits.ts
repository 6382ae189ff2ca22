import { type LimitTable, reduced } from '../common/limits.ts'
import { limitsOf } from '../common/plain-limits.ts'
import { host } from './host.ts'

export const choiceLimits = {
  required: reduced('tool choice', 'Hunyuan cannot be made to call one of several tools; it was left to choose'),
  allowed: reduced('tool choice', 'Hunyuan cannot choose among tools; only the chosen ones are shown'),
} satisfies LimitTable

export const rangeLimits = {
  temperature: reduced('temperature', 'Hunyuan takes 0 to 2; the nearest was sent'),
  topP: reduced('topP', 'Hunyuan takes 0 to 1; the nearest was sent'),
} satisfies LimitTable

export const limits: LimitTable = { ...limitsOf(host), ...choiceLimits, ...rangeLimits }
