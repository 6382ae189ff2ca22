import { type LimitTable, reduced } from '../common/limits.ts'
import { type ParameterTable, plain } from '../common/parameters.ts'
import { limitsOf, type PlainHost } from '../common/plain-limits.ts'
import { onlyTakes } from '../common/plain-request.ts'

export const host: PlainHost = { id: 'ernie', name: 'ERNIE' }

export const rangeLimits = {
  temperature: reduced('temperature', 'ERNIE takes more than 0, to 1; the nearest was sent'),
  topP: reduced('topP', 'ERNIE takes 0 to 1; the nearest was sent'),
  repetitionPenalty: reduced('repetitionPenalty', 'ERNIE takes 1 to 2; the nearest was sent'),
  maxTokens: reduced('maxTokens', 'ERNIE takes at least 2; the nearest was sent'),
} satisfies LimitTable

export const limits: LimitTable = { ...limitsOf(host), ...rangeLimits }

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t */
export const parameters: ParameterTable = onlyTakes(host, {
  maxTokens: plain('max_output_tokens'),
  temperature: plain('temperature'),
  topP: plain('top_p'),
  repetitionPenalty: plain('penalty_score'),
  stop: plain('stop'),
  user: plain('user_id'),
})
