import { type ParameterTable, plain } from '../common/parameters.ts'
import { onlyTakes } from '../common/plain-request.ts'
import { host } from './host.ts'

/** An app sets everything else itself. https://docs.dify.ai/api-reference */
export const parameters: ParameterTable = onlyTakes(host, { user: plain('user') })
