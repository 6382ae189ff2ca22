import type { ParameterName } from '../canonical/request.ts'
import { embeddingsBy, ollamaEmbeddings } from '../exchanges/embeddings/index.ts'
import type { Exchanges } from '../exchanges/index.ts'
import { rerankingsBy, xinferenceRerank } from '../exchanges/rerank/index.ts'
import type { Format } from '../observers/index.ts'
import type { HostQuirks } from '../protocols/dialect.ts'
import type { Patches } from '../raw/patch-json.ts'
import { type Members, memberPatches, mistralMembers, xaiMembers, xaiPictureMembers } from './host-members.ts'
import { baidu, cloudflare, volcengine } from './host-paths.ts'
import { openAiEmbeddingsOfAll, openai } from './openai.ts'
import { DATA_ONLY, type Provider, type ProviderCall } from './provider.ts'

/** Format → where a host takes it, behind its base address. What is not named, it does not speak. */
type Paths = Partial<Record<Format, string>>

interface Host {
  paths: Paths
  quirks?: HostQuirks
  /** What it calls otherwise in a body of a format, or refuses. */
  members?: Partial<Record<Format, (model: string) => Members>>
  /** What it takes for `top_p`, in how many decimals; others are brought to the nearest. */
  topP?: { least?: number; most: number; decimals?: number }
  /** Where it takes a call, when the path table does not tell all. */
  path?(call: ProviderCall, path: string): string
  headers?(call: ProviderCall): Record<string, string>
  /** The key itself, where the channel's holds more. */
  key?(channelKey: string): string
  patches?: Provider['patches']
  secrets?: Provider['secrets']
  /** What it takes in words of its own. */
  exchanges?: Exchanges
}

const ENDINGS = {
  'openai-chat': '/chat/completions',
  'openai-completions': '/completions',
  'openai-responses': '/responses',
  'openai-embeddings': '/embeddings',
  'openai-moderations': '/moderations',
  'openai-image-generations': '/images/generations',
  'openai-image-edits': '/images/edits',
  'openai-speech': '/audio/speech',
  'openai-transcriptions': '/audio/transcriptions',
  'openai-translations': '/audio/translations',
  rerank: '/rerank',
} satisfies Paths

/** The formats' usual endings behind a host's own beginning. */
const at = (beginning: string, ...formats: (keyof typeof ENDINGS)[]): Paths =>
  Object.fromEntries(formats.map(format => [format, beginning + ENDINGS[format]]))

const IMAGES = ['openai-image-generations', 'openai-image-edits'] as const
const SOUNDS = ['openai-speech', 'openai-transcriptions', 'openai-translations'] as const

/** What only OpenAI knows, and hosts that check every member refuse. */
const OPENAI_ONLY: readonly ParameterName[] = ['logitBias', 'serviceTier', 'store', 'verbosity', 'modalities', 'audio']

/** Reasons in plain words that it wants back while tools are called, and knows no developer. */
const PLAIN_THINKER: HostQuirks = { systemOnly: true, reasoningBack: 'content' }
const SYSTEM_ONLY: HostQuirks = { systemOnly: true }

const MISTRAL: HostQuirks = {
  systemOnly: true,
  usageUnasked: true,
  reasoningBack: 'parts',
  documentUrl: true,
  callIds: { maxLength: 9, forbidden: /[^a-zA-Z0-9]/g, isExact: true },
  // https://docs.mistral.ai/api: any other member is refused
  lacks: [...OPENAI_ONLY, 'logprobs', 'topLogprobs', 'topK', 'minP', 'repetitionPenalty', 'user', 'cacheRetention'],
}

const PERPLEXITY: HostQuirks = {
  ...SYSTEM_ONLY,
  reasoningBack: 'none',
  lacks: [...OPENAI_ONLY, 'seed', 'logprobs', 'topLogprobs', 'n', 'stop', 'toolChoice', 'parallelToolCalls'],
}

/** Channel type → host that speaks as OpenAI does, and differs by address and quirks. One line each. */
export const compatibleHosts: Readonly<Record<number, Provider>> = {
  // resellers of everything OpenAI has
  6: openai,
  7: openai,
  9: openai,
  10: openai,
  12: openai,
  13: openai,
  22: compatible({ paths: at('/v1', 'openai-chat'), quirks: SYSTEM_ONLY }),
  // makers and their hosts
  4: compatible({
    paths: at('/v1', 'openai-chat', 'openai-completions'),
    // https://docs.ollama.com/api/openai-compatibility
    quirks: { ...SYSTEM_ONLY, ...DATA_ONLY },
    exchanges: embeddingsBy(ollamaEmbeddings),
  }),
  17: compatible({
    paths: at('/compatible-mode/v1', 'openai-chat', 'openai-embeddings'),
    quirks: PLAIN_THINKER,
    // some of its models refuse a third decimal
    topP: { least: 0.01, most: 0.99, decimals: 2 },
    headers: ({ channel }): Record<string, string> => (channel.other ? { 'x-dashscope-plugin': channel.other } : {}),
  }),
  19: compatible({ paths: at('/v1', 'openai-chat', 'openai-embeddings'), quirks: SYSTEM_ONLY }),
  20: compatible({
    paths: at('/v1', 'openai-chat', 'openai-completions', 'openai-responses', 'openai-embeddings'),
    quirks: { cacheControl: true },
    headers: ({ options }) => {
      const site = options.get('ServerAddress')
      return { 'x-title': 'Tollgate', ...(site && { 'http-referer': site }) }
    },
  }),
  25: compatible({
    paths: { ...at('/v1', 'openai-chat'), 'anthropic-messages': '/anthropic/v1/messages' },
    // https://platform.moonshot.cn/docs/guide/use-kimi-vision-model
    quirks: { ...PLAIN_THINKER, ...DATA_ONLY },
  }),
  27: compatible({ paths: at('', 'openai-chat'), quirks: PERPLEXITY, topP: { most: 0.99 } }),
  31: compatible({ paths: at('/v1', 'openai-chat'), quirks: SYSTEM_ONLY }),
  35: compatible({ paths: { 'openai-chat': '/v1/text/chatcompletion_v2' }, quirks: PLAIN_THINKER }),
  39: compatible({ paths: at('/ai/v1', 'openai-chat', 'openai-embeddings'), quirks: SYSTEM_ONLY, ...cloudflare }),
  38: compatible({ paths: at('/v1', 'openai-embeddings', 'rerank') }),
  40: compatible({
    paths: at('/v1', 'openai-chat', 'openai-embeddings', 'rerank', ...SOUNDS, 'openai-image-generations'),
    quirks: PLAIN_THINKER,
  }),
  42: compatible({
    paths: at('/v1', 'openai-chat', 'openai-embeddings', 'openai-moderations', 'openai-transcriptions'),
    quirks: MISTRAL,
    members: { 'openai-chat': () => mistralMembers },
  }),
  43: compatible({
    paths: { ...at('/v1', 'openai-chat', 'openai-responses'), 'openai-completions': '/beta/completions' },
    quirks: PLAIN_THINKER,
  }),
  44: compatible({ paths: at('', 'openai-embeddings') }),
  45: compatible({
    paths: at('/api/v3', 'openai-chat', 'openai-embeddings', 'openai-image-generations'),
    quirks: PLAIN_THINKER,
    ...volcengine,
  }),
  46: compatible({ paths: at('/v2', 'openai-chat', 'openai-embeddings'), quirks: PLAIN_THINKER, ...baidu }),
  47: compatible({
    paths: at('/v1', 'openai-chat', 'openai-completions', 'openai-embeddings', ...IMAGES, ...SOUNDS),
    quirks: SYSTEM_ONLY,
    exchanges: rerankingsBy(xinferenceRerank),
  }),
  48: compatible({
    paths: at('/v1', 'openai-chat', 'openai-completions', 'openai-responses', 'openai-image-generations'),
    quirks: { maxCompletionTokens: true, reasoningBack: 'content' },
    members: { 'openai-chat': xaiMembers, 'openai-image-generations': () => xaiPictureMembers },
  }),
}

/** A host that differs from OpenAI by what it speaks, and where. */
export function compatible(host: Host): Provider {
  const { paths, quirks, members, topP, key = (whole: string) => whole } = host
  const formats: ReadonlySet<Format> = new Set(Object.keys(paths) as Format[]) // the table's own keys
  const exchanges = { ...(formats.has('openai-embeddings') && openAiEmbeddingsOfAll()), ...host.exchanges }
  const pathOf = (call: ProviderCall): string => {
    const path = paths[call.format as Format] ?? call.path // what it does not speak never comes here
    return host.path?.(call, path) ?? path
  }
  return {
    speaks: () => formats,
    ...(formats.has('openai-chat') && { target: () => ({ dialect: 'openai-chat', ...(quirks && { quirks }) }) }),
    exchanges: () => exchanges,
    address: call => call.channel.baseUrl + pathOf(call),
    headers: call => ({ authorization: `Bearer ${key(call.channel.key)}`, ...host.headers?.(call) }),
    ...(host.secrets && { secrets: host.secrets }),
    patches: (call, member, losses) => ({
      ...memberPatches(members?.[call.format as Format]?.(call.model) ?? usualMembers(call, quirks), member, losses),
      ...(topP && within(member('top_p'), topP)),
      ...(quirks?.usageUnasked && { stream_options: undefined }),
      ...host.patches?.(call, member, losses),
    }),
  }
}

/** The newer word for the limit of an answer is overlooked by hosts that do not know it, and the answer has no limit. */
const usualMembers = ({ format }: ProviderCall, quirks: HostQuirks | undefined): Members =>
  format === 'openai-chat' && !quirks?.maxCompletionTokens ? { renamed: { max_completion_tokens: 'max_tokens' } } : {}

function within(asked: unknown, { least = 0, most, decimals }: NonNullable<Host['topP']>): Patches {
  if (typeof asked !== 'number') return {}
  const fine = decimals === undefined ? asked : Number(asked.toFixed(decimals))
  const taken = Math.min(most, Math.max(least, fine))
  return taken === asked ? {} : { top_p: taken }
}
