import { type LimitTable, reduced } from '../common/limits.ts'
import { limitsOf } from '../common/plain-limits.ts'
import { host } from './host.ts'

export const flattened = reduced('conversation', 'Dify takes one question; the turns before it are told in it')

export const limits: LimitTable = { ...limitsOf(host), flattened }
