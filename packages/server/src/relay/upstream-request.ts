import type { ChannelSetting } from '@tollgate/contract'
import {
  type Ask,
  AskRefused,
  type Converses,
  type Conversion,
  carriesSeals,
  converted,
  customToolsOf,
  type DialectId,
  dialects,
  type Format,
  type Framing,
  followings,
  type Loss,
  ModelMappingCycle,
  merge,
  type Passage,
  type Patches,
  type ProviderCall,
  patchJson,
  readMembers,
  reasoningModelPatches,
  reframed,
  renameModel,
  type ScannedObject,
  sameDialect,
  splitModelName,
  splitSse,
  type ThinkingWish,
  thinkingToContent,
  type UpstreamDialectId,
  upstreamDialects,
  wishPatches,
  withSystemPrompt,
  withWish,
  writeGeminiAddress,
  writeGeminiChatAddress,
} from '@tollgate/gateway'
import type { Options } from '../options/index.ts'
import type { OpenChannel } from './channel-index.ts'
import type { Envelope } from './read-envelope.ts'
import { refuse } from './refusal.ts'
import type { RelayCall } from './relay-call.ts'

/** A client's request, as far as writing it for an upstream needs it. */
export interface Outgoing {
  call: RelayCall
  envelope: Envelope
  /** The request in no wire format; read when the first upstream needs it. */
  ask(): Ask
  clientHeaders: Headers
  /** The whole address the client called. */
  clientUrl: string
  options: Options
}

/** A request ready for one upstream, and how the answer comes back from there. */
export interface UpstreamRequest {
  /** What the upstream knows the model by. */
  model: string
  url: string
  headers: Record<string, string>
  body: string
  isStream: boolean
  /** A stream is one JSON array: its content type tells it from no whole answer. */
  streamsJson: boolean
  passage: Passage
  /** What the upstream's format had no word for; grows while the answer is written. */
  losses: Loss[]
}

/**
 * The request as this channel's upstream wants it: the client's own bytes where both speak the same format, else converted.
 *
 * @throws Refusal
 */
export function upstreamRequest(outgoing: Outgoing, channel: OpenChannel): UpstreamRequest {
  const { call, envelope, clientHeaders, clientUrl, options } = outgoing
  const { format } = call.endpoint
  const name = upstreamModelOf(channel, envelope.model)
  const converses = conversionFor(channel, name, format, envelope)
  const wire = converses?.dialect ?? format
  const { model, wish } = splitModelName(name, wire, options)
  const providerCall: ProviderCall = {
    channel,
    format: wire,
    path: converses ? PATHS[converses.dialect](model, envelope.isStream) : pathOf(call, model),
    model,
    clientModel: envelope.model,
    isStream: envelope.isStream,
    isConverted: converses !== undefined,
    clientHeaders,
    clientUrl,
    options,
  }
  const framing = channel.provider.framing?.(providerCall)
  const route: Route = {
    model,
    wish,
    setting: channel.setting,
    passesBody: channel.setting.pass_through_body_enabled || options.get('global.pass_through_request_enabled'),
    ...(framing && { framing }),
    patches(member, losses) {
      const rules = reasoningModelPatches(wire, model, member)
      losses.push(...rules.losses)
      // The operator's word for one channel is the last.
      return { ...rules.patches, ...channel.provider.patches?.(providerCall, member), ...channel.paramOverride }
    },
  }
  const written = converses ? convert(outgoing, route, converses) : keep(outgoing, route)
  return {
    model,
    url: channel.provider.address(providerCall),
    headers: {
      'content-type': 'application/json',
      accept: envelope.isStream ? 'text/event-stream' : 'application/json',
      // The answer is read along: packed bytes would have to be unpacked first.
      'accept-encoding': 'identity',
      ...channel.provider.headers(providerCall),
    },
    body: written.body,
    isStream: envelope.isStream,
    streamsJson: !converses && streamsJson(call),
    passage: written.passage,
    losses: written.losses,
  }
}

/** What the call is converted to; undefined: it passes as it is. */
function conversionFor(channel: OpenChannel, model: string, format: Format, { body }: Envelope): Converses | undefined {
  const { provider } = channel
  if (!provider.speaks(model, channel).has(format)) return provider.converses?.(model, channel)
  // What the channel makes of it besides takes reading and writing, even in the same dialect; so does an earlier turn
  // another family answered: its seals are packed in words only we can read.
  const isRewritten = format in dialects && (isShaped(channel.setting, format) || carriesSeals(body.text))
  return isRewritten ? { ...provider.converses?.(model, channel), dialect: format as DialectId } : undefined
}

const isShaped = ({ force_format, thinking_to_content, system_prompt }: ChannelSetting, format: Format): boolean =>
  system_prompt !== '' || (format === 'openai-chat' && (force_format || thinking_to_content))

/** Whether a client that wants a stream wants it as one JSON array. */
const streamsJson = ({ address }: RelayCall): boolean => address?.asksForEvents === false

/** Where a call in the client's own format goes. */
const pathOf = ({ address, endpoint }: RelayCall, model: string): string =>
  address ? writeGeminiAddress({ ...address, model }) : endpoint.path

/** Where a dialect's calls usually go. */
const PATHS: Record<UpstreamDialectId, (model: string, stream: boolean) => string> = {
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  'anthropic-messages': () => '/v1/messages',
  gemini: (model, stream) => writeGeminiChatAddress({ model, stream }),
  bedrock: (model, stream) => `/model/${encodeURIComponent(model)}/${stream ? 'converse-stream' : 'converse'}`,
  cohere: () => '/v2/chat',
}

/** What one channel makes of a request. */
interface Route {
  /** As the upstream knows it. */
  model: string
  /** What the model's name says of thinking. */
  wish: ThinkingWish | null
  setting: Readonly<ChannelSetting>
  /** The client's own body goes as it is. */
  passesBody: boolean
  /** How its streams are cut; absent: as server-sent events. */
  framing?: Framing
  /** What is wanted otherwise in a body whose members `member` tells. */
  patches(member: (name: string) => unknown, losses: Loss[]): Patches
}

interface Written {
  body: string
  passage: Passage
  losses: Loss[]
}

/** Formats whose streams report usage only when asked to. */
const USAGE_ON_REQUEST: ReadonlySet<Format> = new Set(['openai-chat', 'openai-completions'])

/** The client's own bytes with the declared patches alone: the model's name, the usage frame, the channel's own. */
function keep(outgoing: Outgoing, route: Route): Written {
  const { call, envelope } = outgoing
  const { model, framing, passesBody } = route
  const { format } = call.endpoint
  const asksForUsage = !passesBody && envelope.isStream && USAGE_ON_REQUEST.has(format) && !envelope.wantsUsage
  const losses: Loss[] = []
  const wished = wishedPatches(outgoing, route, losses)
  const patches: Patches = {
    ...(model !== envelope.model && renameModel(format, envelope.body, model)),
    ...(asksForUsage && { stream_options: merge({ include_usage: true }) }),
    ...wished,
    ...route.patches(name => (name in wished ? wished[name] : readMembers(envelope.body, [name])[name]), losses),
  }
  const passage = sameDialect(followings[format], asksForUsage, streamsJson(call))
  return {
    body: passesBody ? envelope.body.text : patched(envelope.body.text, patches, envelope.body),
    passage: framing ? reframed(passage, framing) : passage,
    losses,
  }
}

/** What the model's name says of thinking, said in the body. */
function wishedPatches(outgoing: Outgoing, { model, wish }: Route, losses: Loss[]): Patches {
  const { call, envelope, options } = outgoing
  const { format } = call.endpoint
  if (!wish || !(format in dialects)) return {}
  const dialect = format as DialectId // see above
  const context = { dialect, model, options, defaultMaxTokens: defaultMaxTokens(options, envelope.model, model) }
  const wished = wishPatches(withWish(outgoing.ask(), wish, context), dialect, model, envelope.body)
  losses.push(...wished.losses)
  return wished.patches
}

/** The request read in the client's dialect and written in the upstream's; the answer takes the way back. */
function convert(outgoing: Outgoing, route: Route, converses: Converses): Written {
  const { call, envelope } = outgoing
  // Only conversations reach a provider that does not speak their format (see `canServe`).
  const client = dialects[call.endpoint.format as DialectId]
  const { dialect, origin } = converses
  const { body, losses, customTools } = route.passesBody
    ? { body: envelope.body.text, losses: [], customTools: new Set<string>() }
    : write(outgoing, route, converses)
  const answer = {
    model: envelope.model,
    id: call.id,
    requestId: call.requestId,
    created: Math.floor(Date.now() / 1000),
    includeUsage: envelope.wantsUsage,
    asArray: streamsJson(call),
    asked: JSON.parse(envelope.body.text),
  }
  const conversion: Conversion = {
    customTools,
    client,
    upstream: upstreamDialects[dialect],
    framing: route.framing ?? splitSse,
    ...(origin && { origin }),
    answer,
    ...(call.endpoint.format === 'openai-chat' && route.setting.thinking_to_content && { reshape: thinkingToContent }),
    losses,
  }
  return { body, passage: converted(conversion), losses }
}

/** The request in the upstream's dialect, with all the channel makes of it. */
function write(outgoing: Outgoing, { model, wish, setting, patches }: Route, { dialect, origin, habits }: Converses) {
  const { envelope, options } = outgoing
  const limit = defaultMaxTokens(options, envelope.model, model)
  try {
    const asked = outgoing.ask()
    const prompted = setting.system_prompt
      ? withSystemPrompt(asked, setting.system_prompt, setting.system_prompt_override)
      : asked
    const ask = wish ? withWish(prompted, wish, { dialect, model, options, defaultMaxTokens: limit }) : prompted
    const { body, losses } = upstreamDialects[dialect].writeAsk(ask, { model, origin, habits, defaultMaxTokens: limit })
    const wanted = patches(name => body[name], losses)
    return { body: patched(JSON.stringify(body), wanted), losses, customTools: customToolsOf(ask) }
  } catch (error) {
    if (error instanceof AskRefused) throw refuse('ask_refused', { reason: error.message })
    throw error
  }
}

/** `scanned`: the same text, where it was scanned already. */
const patched = (text: string, patches: Patches, scanned?: ScannedObject): string =>
  Object.keys(patches).length > 0 ? patchJson(scanned ?? text, patches) : text

/** The operator may set it for a model by the client's name or the upstream's. */
function defaultMaxTokens(options: Options, ...names: string[]): number {
  const byModel = options.get('claude.default_max_tokens')
  const own = names.find(name => Object.hasOwn(byModel, name)) ?? 'default'
  return byModel[own] ?? DEFAULT_MAX_TOKENS
}

const DEFAULT_MAX_TOKENS = 8_192

function upstreamModelOf(channel: OpenChannel, model: string): string {
  try {
    return channel.upstreamModel(model)
  } catch (error) {
    if (error instanceof ModelMappingCycle) throw refuse('model_mapping_cycle')
    throw error
  }
}
