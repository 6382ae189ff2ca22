import { type LimitTable, reduced } from '../common/limits.ts'
import { type ParameterTable, plain } from '../common/parameters.ts'
import { limitsOf, type PlainHost } from '../common/plain-limits.ts'
import { onlyTakes } from '../common/plain-request.ts'

export const host: PlainHost = { id: 'zhipu-v3', name: 'ChatGLM' }

export const rangeLimits = {
  temperature: reduced('temperature', 'ChatGLM takes more than 0, to 1; the nearest was sent'),
  topP: reduced('topP', 'ChatGLM takes 0.01 to 0.99; the nearest was sent'),
} satisfies LimitTable

export const limits: LimitTable = { ...limitsOf(host), ...rangeLimits }

/** https://open.bigmodel.cn/dev/api/thirdparty-frame (version 3) */
export const parameters: ParameterTable = onlyTakes(host, { temperature: plain('temperature'), topP: plain('top_p') })
