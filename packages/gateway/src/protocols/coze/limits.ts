import { type LimitTable, reduced } from '../common/limits.ts'
import { limitsOf } from '../common/plain-limits.ts'
import { host } from './host.ts'

export const noSystem = reduced(
  'system turn',
  'Coze knows no system beside the bot’s own; told before the first question',
)

export const limits: LimitTable = { ...limitsOf(host), noSystem }
