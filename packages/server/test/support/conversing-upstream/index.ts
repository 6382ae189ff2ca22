import type { Channel } from '@tollgate/contract'
import type { StrictHost } from '../strict-hosts/check.ts'
import { startWireUpstream } from '../wire-upstream.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { bedrock } from './bedrock.ts'
import { cohere } from './cohere.ts'
import { gemini } from './gemini.ts'
import { openAiChat } from './openai-chat.ts'
import { openAiResponses } from './openai-responses.ts'
import { stepAfter } from './script.ts'
import type { SpokenDialect } from './spoken-dialect.ts'

/** The dialects that can hold the conversation. */
export const spokenDialects = {
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
  bedrock,
  cohere,
} satisfies Record<string, SpokenDialect>

export type SpokenDialectName = keyof typeof spokenDialects

/** An upstream that plays a short conversation in one dialect and validates requests as strictly as the real one. */
export interface ConversingUpstream {
  url: string
  model: string
  /** A channel to this upstream. */
  channel: Partial<Channel> & { key?: string }
  /** Requests so far, oldest first. */
  requests: { path: string; headers: Headers; body: string }[]
  stop(): Promise<void>
}

/** @param host refuses what the dialect does not check, and names the model */
export function startConversingUpstream(dialect: SpokenDialect, host?: StrictHost): ConversingUpstream {
  const { type, key, path = '', streamType = 'text/event-stream' } = dialect
  const model = host?.model ?? dialect.model
  const { url, requests, stop } = startWireUpstream(({ path, body }) => {
    const message = host?.refuses(body) ?? dialect.rejection(body)
    if (message !== null) return Response.json({ error: { message, code: 400 } }, { status: 400 })
    const step = stepAfter(dialect.results(body))
    return dialect.isStream(path.split('?')[0] ?? '', body)
      ? new Response(dialect.stream(step) as BodyInit, { headers: { 'content-type': streamType } })
      : dialect.whole(step)
  })
  const channel = { type, base_url: url + path, models: model, ...(key !== undefined && { key }) }
  return { url, model, channel, requests, stop }
}
