import { type ParameterTable, plain } from '../common/parameters.ts'
import { onlyTakes } from '../common/plain-request.ts'
import { host } from './host.ts'

/** https://open.bigmodel.cn/dev/api/thirdparty-frame (version 3) */
export const parameters: ParameterTable = onlyTakes(host, { temperature: plain('temperature'), topP: plain('top_p') })
