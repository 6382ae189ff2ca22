import { type LimitTable, reduced } from '../common/limits.ts'
import type { ParameterTable } from '../common/parameters.ts'
import { limitsOf, type PlainHost } from '../common/plain-limits.ts'
import { onlyTakes } from '../common/plain-request.ts'

export const host: PlainHost = { id: 'aiproxy-library', name: 'AI Proxy’s library' }

export const lastQuestion = reduced('conversation', 'AI Proxy’s library takes only the last question')

export const limits: LimitTable = { ...limitsOf(host), lastQuestion }

export const parameters: ParameterTable = onlyTakes(host, {})
