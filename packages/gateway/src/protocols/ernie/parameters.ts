import { type ParameterTable, plain } from '../common/parameters.ts'
import { onlyTakes } from '../common/plain-request.ts'
import { host } from './host.ts'

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t */
export const parameters: ParameterTable = onlyTakes(host, {
  maxTokens: plain('max_output_tokens'),
  temperature: plain('temperature'),
  topP: plain('top_p'),
  repetitionPenalty: plain('penalty_score'),
  stop: plain('stop'),
  user: plain('user_id'),
})
