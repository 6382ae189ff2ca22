import { type LimitTable, reduced } from '../common/limits.ts'
import { limitsOf } from '../common/plain-limits.ts'
import { host } from './host.ts'

export const lastQuestion = reduced('conversation', 'AI Proxy’s library takes the last question alone')

export const limits: LimitTable = { ...limitsOf(host), lastQuestion }
