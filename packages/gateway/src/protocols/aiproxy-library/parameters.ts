import type { ParameterTable } from '../common/parameters.ts'
import { onlyTakes } from '../common/plain-request.ts'
import { host } from './host.ts'

export const parameters: ParameterTable = onlyTakes(host, {})
