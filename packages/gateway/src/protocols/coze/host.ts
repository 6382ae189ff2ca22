import { type LimitTable, reduced } from '../common/limits.ts'
import { type ParameterTable, plain } from '../common/parameters.ts'
import { limitsOf, type PlainHost } from '../common/plain-limits.ts'
import { onlyTakes } from '../common/plain-request.ts'

export const host: PlainHost = { id: 'coze', name: 'Coze', media: ['image', 'audio', 'file'] }

export const noSystem = reduced(
  'system turn',
  'Coze takes no system text but the bot’s own; sent before the first question',
)

export const limits: LimitTable = { ...limitsOf(host), noSystem }

/** A bot sets everything else itself. https://docs.coze.com/developer_guides/chat_v3 */
export const parameters: ParameterTable = onlyTakes(host, { user: plain('user_id') })
