import type { ErrorDialect, Format } from '@tollgate/gateway'

export interface RelayEndpoint {
  path: string
  format: Format
  /** The dialect a client's errors are written in. */
  errors: ErrorDialect
  /** Used when the body names no model. */
  defaultModel?: string
  /** Answers without cost: nothing is reserved or charged. */
  isFree?: true
}

/** Every endpoint that is relayed to a channel. */
export const relayEndpoints: RelayEndpoint[] = [
  { path: '/v1/chat/completions', format: 'openai-chat', errors: 'openai' },
  { path: '/v1/completions', format: 'openai-completions', errors: 'openai' },
  { path: '/v1/responses', format: 'openai-responses', errors: 'openai-responses' },
  { path: '/v1/embeddings', format: 'openai-embeddings', errors: 'openai' },
  {
    path: '/v1/moderations',
    format: 'openai-moderations',
    errors: 'openai',
    defaultModel: 'omni-moderation-latest',
  },
  { path: '/v1/messages', format: 'anthropic-messages', errors: 'anthropic' },
  { path: '/v1/messages/count_tokens', format: 'anthropic-count-tokens', errors: 'anthropic', isFree: true },
]
