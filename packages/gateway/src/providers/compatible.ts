import { type Exchanges, embeddingsBy } from '../exchanges/index.ts'
import { type Format, type PathFormat, usualPath } from '../protocols/index.ts'
import type { ChatQuirks } from '../protocols/openai-chat/quirks.ts'
import { openAiEmbeddings } from '../protocols/openai-embeddings/exchange.ts'
import { lookUp } from '../raw/json.ts'
import type { Patches } from '../raw/patch-json.ts'
import { HOST_PARAMETERS, type HostName, lackedBy } from './host-parameters.ts'
import { type Members, memberPatches } from './members.ts'
import type { Plan, Provider, ProviderCall, ProviderChannel, ProviderFacts } from './provider.ts'

/** The path at which a host takes each format, after its base address. It does not speak missing formats. */
type Paths = Partial<Record<Format, string>>

/** How a host that speaks OpenAI's formats differs. */
interface CompatibleHost extends ProviderFacts {
  id: HostName | EmbeddingHost
  paths: Paths
  quirks?: ChatQuirks
  /** Members it names differently or refuses, by format. */
  members?: Partial<Record<Format, (model: string) => Members>>
  /** Its range for `top_p` and number of decimals; other values are changed to the nearest. */
  topP?: { least?: number; most: number; decimals?: number }
  /** The path of a call, if the path table is not enough. */
  path?(call: ProviderCall, path: string): string
  headers?(call: ProviderCall): Record<string, string>
  /** The API key, if the channel's key contains more. */
  key?(channelKey: string): string
  patches?: Provider['patches']
  secrets?: Provider['secrets']
  /** How it authenticates calls, if the key alone is not enough. */
  credential?: Provider['credential']
  /** Whether it takes a format in `paths` for a model; absent: all of them for every model. */
  speaks?(format: Format, model: string, channel: ProviderChannel): boolean
  /** The format that other conversations are converted to; absent: Chat. */
  target?: Provider['target']
  /** Calls it takes in its own formats. */
  exchanges?: Exchanges | NonNullable<Provider['exchanges']>
  poll?: Provider['poll']
  /** The base address of a call, if it is not the channel's. */
  baseOf?(call: ProviderCall): string
}

/** Hosts without conversations. */
type EmbeddingHost = 'jina' | 'm3e'
const isHostName = (id: HostName | EmbeddingHost): id is HostName => id in HOST_PARAMETERS

const USUAL_BEGINNING = '/v1'

/** Returns the usual paths of formats after a host's prefix. */
export const at = (beginning: string, ...formats: PathFormat[]): Paths =>
  Object.fromEntries(formats.map(format => [format, beginning + usualPath(format).slice(USUAL_BEGINNING.length)]))

export const IMAGES = ['openai-image-generations', 'openai-image-edits'] as const
export const SOUNDS = ['openai-speech', 'openai-transcriptions', 'openai-translations'] as const

/** It has no developer role. */
export const SYSTEM_ONLY: ChatQuirks = { systemOnly: true }

/** Returns reasoning as plain text, expects it back during tool calls, and has no developer role. */
export const PLAIN_THINKER: ChatQuirks = { systemOnly: true, reasoningBack: 'content' }

/** Returns a provider whose formats are OpenAI's, with the given differences. */
export function compatible(host: CompatibleHost): Provider {
  const { paths, path, speaks, quirks, members, topP, headers, patches, ...rest } = host
  const { key = (whole: string) => whole, baseOf = ({ channel }: ProviderCall) => channel.baseUrl } = host
  const formats: ReadonlySet<Format> = new Set(Object.keys(paths) as Format[]) // the table's own keys
  const pathOf = (call: ProviderCall): string => {
    const usual = paths[call.format as Format] ?? call.path // formats it does not speak never come here
    return path?.(call, usual) ?? usual
  }
  return {
    ...rest,
    nativeFormats(model, channel) {
      if (planOf(rest.plans, channel)) return PLAN_FORMATS
      return speaks ? new Set([...formats].filter(format => speaks(format, model, channel))) : formats
    },
    ...(isHostName(rest.id) && { target: rest.target ?? targetOf(rest.id, quirks) }),
    exchanges(model, channel) {
      if (planOf(rest.plans, channel)) return NO_EXCHANGES
      const own = typeof rest.exchanges === 'function' ? rest.exchanges(model, channel) : rest.exchanges
      return { ...(formats.has('openai-embeddings') && embeddings), ...own }
    },
    address(call) {
      const plan = planOf(rest.plans, call.channel)
      if (plan)
        return call.format === 'anthropic-messages' ? `${plan.messages}/v1/messages` : `${plan.chat}${CHAT_PATH}`
      return baseOf(call) + pathOf(call)
    },
    headers: call => ({ authorization: `Bearer ${key(call.channel.key)}`, ...headers?.(call) }),
    patches: (call, member, losses) => ({
      ...memberPatches(members?.[call.format as Format]?.(call.model) ?? usualMembers(call, quirks), member, losses),
      ...(topP && within(member('top_p'), topP)),
      ...(quirks?.usageUnasked && { stream_options: undefined }),
      ...patches?.(call, member, losses),
    }),
  }
}

const CHAT_PATH = '/chat/completions'
const PLAN_FORMATS: ReadonlySet<Format> = new Set(['openai-chat', 'anthropic-messages'])
const NO_EXCHANGES: Exchanges = {}

/** Returns the plan that a channel's address names; undefined: it is an address. */
const planOf = (plans: ProviderFacts['plans'], { baseUrl }: ProviderChannel): Plan | undefined =>
  plans && lookUp(plans, baseUrl)

const targetOf =
  (host: HostName, quirks: ChatQuirks | undefined): Provider['target'] =>
  model => ({ dialect: 'openai-chat', quirks: { ...quirks, lacks: lackedBy(host, model) } })

/** Hosts that do not know the newer name of the limit ignore it, which leaves the answer without a limit. */
const usualMembers = ({ format }: ProviderCall, quirks: ChatQuirks | undefined): Members =>
  format === 'openai-chat' && !quirks?.maxCompletionTokens ? { renamed: { max_completion_tokens: 'max_tokens' } } : {}

const embeddings = embeddingsBy(openAiEmbeddings)

function within(asked: unknown, { least = 0, most, decimals }: NonNullable<CompatibleHost['topP']>): Patches {
  if (typeof asked !== 'number') return {}
  const fine = decimals === undefined ? asked : Number(asked.toFixed(decimals))
  const taken = Math.min(most, Math.max(least, fine))
  return taken === asked ? {} : { top_p: taken }
}
