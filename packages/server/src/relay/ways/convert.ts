import {
  type Ask,
  type ClientDialectId,
  type Converses,
  type Conversion,
  clientDialects,
  converted,
  customToolsOf,
  type HostHabits,
  mediaToFetch,
  replaceMedia,
  splitSse,
  thinkingToContent,
  type UpstreamDialectId,
  upstreamDialects,
  withSystemPrompt,
  withWish,
  writeGeminiChatAddress,
} from '@tollgate/gateway'
import { answerContext } from './answer-context.ts'
import { defaultMaxTokens, type Outgoing, patched, type Route, type Way, type Written, writing } from './way.ts'

/** The request read in the client's dialect and written in the upstream's; the answer takes the way back. */
export const convert = (outgoing: Outgoing, converses: Converses): Way => ({
  format: converses.dialect,
  path: model => PATHS[converses.dialect](model, outgoing.envelope.isStream),
  isConverted: true,
  write: route => write(outgoing, route, converses),
})

/** Where a dialect's calls usually go. */
const PATHS: Record<UpstreamDialectId, (model: string, stream: boolean) => string> = {
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  'anthropic-messages': () => '/v1/messages',
  gemini: (model, stream) => writeGeminiChatAddress({ model, stream }),
  bedrock: (model, stream) => `/model/${encodeURIComponent(model)}/${stream ? 'converse-stream' : 'converse'}`,
  cohere: () => '/v2/chat',
}

async function write(outgoing: Outgoing, route: Route, converses: Converses): Promise<Written> {
  const { call, envelope } = outgoing
  const { format } = call.endpoint
  const { dialect, origin } = converses
  const { body, losses, customTools } = route.passesBody
    ? { body: envelope.text, losses: [], customTools: new Set<string>() }
    : await writeAsk(outgoing, route, converses)
  const conversion: Conversion = {
    customTools,
    // Only conversations reach a provider that does not speak their format (see `canServe`).
    client: clientDialects[format as ClientDialectId],
    upstream: upstreamDialects[dialect],
    framing: route.framing ?? splitSse,
    ...(origin && { origin }),
    answer: answerContext(outgoing),
    ...(format === 'openai-chat' && route.setting.thinking_to_content && { reshape: thinkingToContent }),
    losses,
  }
  return { body, passage: converted(conversion), losses }
}

/** The request in the upstream's dialect, with all the channel makes of it. */
async function writeAsk(outgoing: Outgoing, { model, wish, setting, patches }: Route, converses: Converses) {
  const { envelope, options } = outgoing
  const { dialect, origin, habits } = converses
  const limit = defaultMaxTokens(options, envelope.model, model)
  const asked = await withMedia(outgoing, habits)
  const prompted = setting.system_prompt
    ? withSystemPrompt(asked, setting.system_prompt, setting.system_prompt_override)
    : asked
  const ask = wish ? withWish(prompted, wish, { dialect, model, options, defaultMaxTokens: limit }) : prompted
  const context = { model, origin, habits, defaultMaxTokens: limit }
  const { body, losses } = writing(() => upstreamDialects[dialect].writeAsk(ask, context))
  const wanted = patches(name => body[name], losses)
  return { body: patched(JSON.stringify(body), wanted), losses, customTools: customToolsOf(ask) }
}

/** The request, with the data of what its upstream would not fetch itself. */
async function withMedia({ ask, fetchMedia }: Outgoing, habits: HostHabits | undefined): Promise<Ask> {
  const asked = ask()
  const missing = mediaToFetch(asked, habits)
  return missing.length > 0 ? replaceMedia(asked, await fetchMedia(missing)) : asked
}
