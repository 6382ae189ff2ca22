import type { Channel } from '@tollgate/contract'
import { anthropicMessages } from './anthropic-messages.ts'
import { gemini } from './gemini.ts'
import { openAiChat } from './openai-chat.ts'
import { openAiResponses } from './openai-responses.ts'
import { stepAfter } from './script.ts'
import type { SpokenDialect } from './spoken-dialect.ts'

/** The dialects the conversation can be held in. */
export const spokenDialects = {
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
} satisfies Record<string, SpokenDialect>

export type SpokenDialectName = keyof typeof spokenDialects

/** An upstream that holds the same little conversation in one dialect, and is as particular as the real one. */
export interface ConversingUpstream {
  name: SpokenDialectName
  model: string
  /** The channel that leads there. */
  channel: Partial<Channel>
  /** Bodies of the requests so far, oldest first. */
  bodies: string[]
  stop(): Promise<void>
}

export function startConversingUpstream(name: SpokenDialectName): ConversingUpstream {
  const dialect: SpokenDialect = spokenDialects[name]
  const bodies: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = await request.text()
      bodies.push(body)
      const message = dialect.fault(body)
      if (message !== null) return Response.json({ error: { message, code: 400 } }, { status: 400 })
      const step = stepAfter(dialect.results(body))
      return dialect.isStream(new URL(request.url).pathname, body)
        ? new Response(dialect.stream(step), { headers: { 'content-type': 'text/event-stream' } })
        : Response.json(dialect.whole(step))
    },
  })
  const { type, model, path = '' } = dialect
  return {
    name,
    model,
    channel: { type, base_url: `http://127.0.0.1:${server.port}${path}`, models: model },
    bodies,
    stop: () => server.stop(true),
  }
}
