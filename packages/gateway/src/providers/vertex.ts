import { DATA_ONLY } from '../canonical/media-by-address.ts'
import { countsBy, type Exchanges, embeddingsBy } from '../exchanges/index.ts'
import { vertexCounts } from '../protocols/gemini-count-tokens/index.ts'
import { vertexEmbeddings } from '../protocols/gemini-predict/embeddings.ts'
import type { Format } from '../protocols/index.ts'
import { asText, objectOrEmpty, tryParse } from '../raw/json.ts'
import { ANTHROPIC_FORMATS, anthropicCountExchanges } from './anthropic.ts'
import { claudeHeaders } from './claude-headers.ts'
import { geminiPatches, IMAGEN_FORMATS, imagesOf, isImagen } from './gemini.ts'
import { HOST_PARAMETERS, lackedBy } from './host-parameters.ts'
import type { Provider, ProviderCall, ProviderChannel, TargetProtocol } from './provider.ts'
import { readServiceAccount } from './service-account.ts'

/** Google Cloud's Vertex AI: each maker's models in the maker's own format, by service account or API key. */
export const vertex: Provider = {
  type: 41,
  id: 'vertex',
  name: 'Vertex AI',
  color: 'blue',
  knowsAddress: true,
  other: 'region',
  keyFormat: 'service-account JSON',
  keyHasLines: true,
  models: { catalogue: 'google' },
  nativeFormats: model => (isImagen(model) ? IMAGEN_FORMATS : makerOf(model).formats),
  target: model => makerOf(model).target,
  exchanges: model => makerOf(model).exchanges?.(model) ?? {},
  address: call => placeOf(call) + makerOf(call.model).path(call),
  headers: call => ({
    ...(makerOf(call.model) === claude && claudeHeaders(call)),
    ...(!readServiceAccount(call.channel.key) && { 'x-goog-api-key': call.channel.key }),
  }),
  patches: (call, member, losses) => makerOf(call.model).patches?.(call, member, losses) ?? {},
  credential: ({ key }) => (readServiceAccount(key) ? 'google-service-account' : undefined),
  secrets({ key }) {
    const account = readServiceAccount(key)
    return account ? [account.projectId, account.clientEmail, account.privateKey, account.privateKeyId ?? ''] : []
  },
}

interface Maker {
  formats: ReadonlySet<Format>
  target: TargetProtocol
  exchanges?(model: string): Exchanges
  version: string
  /** The path after project and location. */
  path(call: ProviderCall): string
  patches?: Provider['patches']
}

const CLAUDE_VERSION = 'vertex-2023-10-16'

/** https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude */
const claude: Maker = {
  formats: ANTHROPIC_FORMATS,
  target: { dialect: 'anthropic-messages', quirks: { ...DATA_ONLY, lacks: HOST_PARAMETERS['vertex-claude'].lacks } },
  exchanges: anthropicCountExchanges,
  version: 'v1',
  path({ format, model, isStream }) {
    if (format === 'anthropic-count-tokens') return '/publishers/anthropic/models/count-tokens:rawPredict'
    return `/publishers/anthropic/models/${dated(model)}:${isStream ? 'streamRawPredict' : 'rawPredict'}`
  },
  patches: ({ format, model }) => ({
    anthropic_version: CLAUDE_VERSION,
    // Counting takes the model in the body; conversations take it only in the address.
    model: format === 'anthropic-count-tokens' ? dated(model) : undefined,
  }),
}

/** Models of other makers, named `maker/model`, at an endpoint that speaks OpenAI's format. */
const others: Maker = {
  formats: new Set<Format>(['openai-chat']),
  target: { dialect: 'openai-chat', quirks: { lacks: lackedBy('vertex-openai', '') } },
  version: 'v1',
  path: () => '/endpoints/openapi/chat/completions',
}

const embeddings = embeddingsBy(vertexEmbeddings)
const counts = countsBy(vertexCounts)

const google: Maker = {
  formats: new Set<Format>(['gemini', 'gemini-count-tokens', 'gemini-embed-content']),
  target: { dialect: 'gemini', quirks: { lacks: HOST_PARAMETERS['vertex-gemini'].lacks } },
  exchanges: model => ({ ...embeddings, ...counts, ...imagesOf(model) }),
  version: 'v1beta1',
  path: ({ path }) => `/publishers/google${path}`,
  patches: geminiPatches,
}

/** By the model's name; the first match counts. */
const makers: readonly { names: RegExp; maker: Maker }[] = [
  { names: /claude/, maker: claude },
  { names: /\/|-maas$/, maker: others },
]

const makerOf = (model: string): Maker => makers.find(({ names }) => names.test(model))?.maker ?? google

/** Vertex separates a Claude model's date with an `@`. */
const dated = (model: string): string => RENAMED[model] ?? model.replace(/-(\d{8})$/, '@$1')

const RENAMED: Readonly<Record<string, string>> = {
  'claude-3-5-sonnet-20241022': 'claude-3-5-sonnet-v2@20241022',
}

/** Host, version, project and location. An API key implies its project. */
function placeOf({ channel, model }: ProviderCall): string {
  const region = regionOf(channel, model)
  const account = readServiceAccount(channel.key)
  const project = account ? `/projects/${account.projectId}/locations/${region}` : ''
  return `${channel.baseUrl || hostOf(region)}/${makerOf(model).version}${project}`
}

const NOWHERE_IN_PARTICULAR = 'global'

/** `other` is one region, or a JSON object model → region with a `default`. */
function regionOf({ other }: ProviderChannel, model: string): string {
  const given = other.trim()
  if (!given.startsWith('{')) return given || NOWHERE_IN_PARTICULAR
  const regions = objectOrEmpty(tryParse(given))
  return asText(regions[model]) ?? asText(regions.default) ?? NOWHERE_IN_PARTICULAR
}

/** https://docs.cloud.google.com/vertex-ai/generative-ai/docs/learn/locations */
function hostOf(region: string): string {
  if (region === NOWHERE_IN_PARTICULAR) return 'https://aiplatform.googleapis.com'
  if (region === 'us' || region === 'eu') return `https://aiplatform.${region}.rep.googleapis.com`
  return `https://${region}-aiplatform.googleapis.com`
}
