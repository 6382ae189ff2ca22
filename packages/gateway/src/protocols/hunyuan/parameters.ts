import { mapped, type ParameterTable, plain } from '../common/parameters.ts'
import { onlyTakes } from '../common/plain-request.ts'
import { host } from './host.ts'

/** https://cloud.tencent.com/document/api/1729/105701 */
export const parameters: ParameterTable = onlyTakes(host, {
  temperature: plain('Temperature'),
  topP: plain('TopP'),
  stop: plain('Stop'),
  toolChoice: mapped('ToolChoice'),
})
