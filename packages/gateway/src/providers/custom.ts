import type { Format } from '../protocols/index.ts'
import { anthropic } from './anthropic.ts'
import { openAiEmbeddingExchanges, openAiWire } from './openai.ts'
import type { Provider, ProviderCall, ProviderChannel } from './provider.ts'

interface Ending {
  ending: string
  formats: ReadonlySet<Format>
  /** How conversations in other dialects are written there. */
  target?: Provider['target']
  /** How it authenticates calls; absent: as OpenAI. */
  headers?: Provider['headers']
}

/** The formats of an address, by its ending; the first match counts. */
const ENDINGS: readonly Ending[] = [
  { ending: '/chat/completions', formats: new Set(['openai-chat']), target: openAiWire.target },
  { ending: '/messages', formats: new Set(['anthropic-messages']), target: anthropic.target, headers: bothKeys },
  { ending: '/responses', formats: new Set(['openai-responses']), target: () => ({ dialect: 'openai-responses' }) },
  { ending: '/completions', formats: new Set(['openai-completions']) },
  { ending: '/embeddings', formats: new Set(['openai-embeddings']) },
  { ending: '/moderations', formats: new Set(['openai-moderations']) },
  { ending: '/images/generations', formats: new Set(['openai-image-generations']) },
  { ending: '/images/edits', formats: new Set(['openai-image-edits']) },
  { ending: '/audio/speech', formats: new Set(['openai-speech']) },
  { ending: '/audio/transcriptions', formats: new Set(['openai-transcriptions']) },
  { ending: '/audio/translations', formats: new Set(['openai-translations']) },
  { ending: '/rerank', formats: new Set(['rerank']) },
  { ending: '/realtime', formats: new Set(['openai-realtime']) },
]

/**
 * A custom channel's base address is the full address, with `{model}` in it filled in: it only takes the formats of its
 * ending. An address with an unknown ending takes all of OpenAI's formats.
 */
export const custom: Provider = {
  type: 8,
  id: 'custom',
  name: 'Custom',
  color: 'magenta',
  ...openAiWire,
  nativeFormats(model, channel) {
    return endingOf(channel)?.formats ?? openAiWire.nativeFormats(model, channel)
  },
  target(model, channel) {
    const { target } = endingOf(channel) ?? openAiWire
    return target?.(model, channel)
  },
  exchanges: (model, channel) =>
    custom.nativeFormats(model, channel).has('openai-embeddings') ? openAiEmbeddingExchanges() : {},
  headers: call => (endingOf(call.channel)?.headers ?? openAiWire.headers)(call),
  address({ channel, format, model }) {
    const address = channel.baseUrl.replaceAll('{model}', encodeURIComponent(model))
    return format === 'openai-realtime' && address === channel.baseUrl ? namingModel(address, model) : address
  },
}

/** Hosts that speak Anthropic's format expect the key in either header. */
function bothKeys(call: ProviderCall): Record<string, string> {
  return { authorization: `Bearer ${call.channel.key}`, ...anthropic.headers(call) }
}

/** A live session has no body to name its model. */
function namingModel(address: string, model: string): string {
  const url = new URL(address)
  if (!url.searchParams.has('model')) url.searchParams.set('model', model)
  return url.href
}

function endingOf({ baseUrl }: ProviderChannel): Ending | undefined {
  const path = baseUrl.split(/[?#]/)[0] ?? ''
  return ENDINGS.find(({ ending }) => path.endsWith(ending))
}
