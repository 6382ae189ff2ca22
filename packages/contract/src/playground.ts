import type { Access } from './call.ts'

/** The API formats in which a console session may call models. */
export const PLAYGROUND_FORMATS = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini'] as const
export type PlaygroundFormat = (typeof PLAYGROUND_FORMATS)[number]

/**
 * Where a console session calls models: each format's own path below `/pg`, and who may call. The query's `group` is
 * the group to use, by default the caller's own. Requests, responses and errors have the format's shape; the caller is
 * charged.
 */
export const PLAYGROUND_ROUTES: readonly {
  path: string
  format: PlaygroundFormat
  access: Exclude<Access, 'public'>
}[] = [
  { path: '/pg/chat/completions', format: 'openai-chat', access: 'user' },
  { path: '/pg/v1/chat/completions', format: 'openai-chat', access: 'user' },
  { path: '/pg/v1/responses', format: 'openai-responses', access: 'user' },
  { path: '/pg/v1/messages', format: 'anthropic-messages', access: 'user' },
  { path: '/pg/v1beta/models/*', format: 'gemini', access: 'user' },
]

/** The token name in log rows of such a call. */
export const playgroundTokenName = (group: string): string => `playground-${group}`
