import { rateLimitMap } from './json-kinds.ts'
import { integer, toggle } from './kinds.ts'
import { inSection } from './option.ts'

const activeWith = 'ModelRequestRateLimitEnabled'

export const rateLimitOptions = inSection('rate-limit', 'model-request', {
  ModelRequestRateLimitEnabled: toggle(false),
  ModelRequestRateLimitDurationMinutes: integer(1, { min: 0, activeWith }),
  /** Requests in a period, failed ones too; 0: no limit. */
  ModelRequestRateLimitCount: integer(0, { min: 0, activeWith }),
  ModelRequestRateLimitSuccessCount: integer(1000, { min: 1, activeWith }),
  /** Wins over the two counts above. */
  ModelRequestRateLimitGroup: rateLimitMap({}, { activeWith }),
})
