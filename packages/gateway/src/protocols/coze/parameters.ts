import { type ParameterTable, plain } from '../common/parameters.ts'
import { onlyTakes } from '../common/plain-request.ts'
import { host } from './host.ts'

/** A bot sets everything else itself. https://docs.coze.com/developer_guides/chat_v3 */
export const parameters: ParameterTable = onlyTakes(host, { user: plain('user_id') })
