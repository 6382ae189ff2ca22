import { type LimitTable, reduced, untoldInStreams } from '../common/limits.ts'
import { limitsOf } from '../common/plain-limits.ts'
import { host } from './host.ts'

export const flattened = reduced('conversation', 'Dify takes one question; the turns before it are told in it')

export const replaced = untoldInStreams(
  'replaced text',
  'a stream has shown what moderation replaced; it ends as filtered',
)

export const limits: LimitTable = { ...limitsOf(host), flattened, replaced }
