import { type LimitTable, reduced } from '../common/limits.ts'
import { mapped, type ParameterTable, plain } from '../common/parameters.ts'
import { limitsOf, type PlainHost } from '../common/plain-limits.ts'
import { onlyTakes } from '../common/plain-request.ts'

export const host: PlainHost = { id: 'hunyuan', name: 'Hunyuan', tools: true, media: ['image'] }

export const choiceLimits = {
  required: reduced('tool choice', 'Hunyuan cannot be made to call one of several tools; it may choose'),
  allowed: reduced('tool choice', 'Hunyuan cannot choose among tools; only the chosen ones were sent'),
} satisfies LimitTable

export const rangeLimits = {
  temperature: reduced('temperature', 'Hunyuan takes 0 to 2; the nearest was sent'),
  topP: reduced('topP', 'Hunyuan takes 0 to 1; the nearest was sent'),
} satisfies LimitTable

export const limits: LimitTable = { ...limitsOf(host), ...choiceLimits, ...rangeLimits }

/** https://cloud.tencent.com/document/api/1729/105701 */
export const parameters: ParameterTable = onlyTakes(host, {
  temperature: plain('Temperature'),
  topP: plain('TopP'),
  stop: plain('Stop'),
  toolChoice: mapped('ToolChoice'),
})
