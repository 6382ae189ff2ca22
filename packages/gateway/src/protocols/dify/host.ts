import { type LimitTable, reduced, untoldInStreams } from '../common/limits.ts'
import { type ParameterTable, plain } from '../common/parameters.ts'
import { limitsOf, type PlainHost } from '../common/plain-limits.ts'
import { onlyTakes } from '../common/plain-request.ts'

export const host: PlainHost = {
  id: 'dify',
  name: 'Dify',
  media: ['image', 'audio', 'video', 'file'],
  laterSystem: true,
}

export const flattened = reduced('conversation', 'Dify takes one question; the earlier turns are part of it')

export const replaced = untoldInStreams(
  'replaced text',
  'a stream had sent the text that moderation replaced; it ends as filtered',
)

export const limits: LimitTable = { ...limitsOf(host), flattened, replaced }

/** An app sets everything else itself. https://docs.dify.ai/api-reference */
export const parameters: ParameterTable = onlyTakes(host, { user: plain('user') })
