import {
  type Ask,
  AskRefused,
  type Converses,
  carriesSeals,
  converted,
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
  reframed,
  renameModel,
  type ScannedObject,
  sameDialect,
  splitSse,
  type UpstreamDialectId,
  upstreamDialects,
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
  const model = upstreamModelOf(channel, envelope.model)
  const converses = conversionFor(channel, model, format, envelope)
  const providerCall: ProviderCall = {
    channel,
    format: converses?.dialect ?? format,
    path: converses ? PATHS[converses.dialect](model, envelope.isStream) : pathOf(call, model),
    model,
    isStream: envelope.isStream,
    isConverted: converses !== undefined,
    clientHeaders,
    clientUrl,
    options,
  }
  const framing = channel.provider.framing?.(providerCall)
  const route: Route = {
    model,
    ...(framing && { framing }),
    // The operator's word for one channel is the last.
    patches: member => ({ ...channel.provider.patches?.(providerCall, member), ...channel.paramOverride }),
  }
  const written = converses ? convert(outgoing, route, converses) : keep(outgoing, route)
  return {
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
  // An earlier turn was answered by another family: its seals are packed in words only we can read.
  const isMixed = format in dialects && carriesSeals(body.text)
  return isMixed ? { ...provider.converses?.(model, channel), dialect: format as DialectId } : undefined
}

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
  /** How its streams are cut; absent: as server-sent events. */
  framing?: Framing
  /** What is wanted otherwise in a body whose members `member` tells. */
  patches(member: (name: string) => unknown): Patches
}

interface Written {
  body: string
  passage: Passage
  losses: Loss[]
}

/** Formats whose streams report usage only when asked to. */
const USAGE_ON_REQUEST: ReadonlySet<Format> = new Set(['openai-chat', 'openai-completions'])

/** The client's own bytes with the declared patches alone: the model's name, the usage frame, the channel's own. */
function keep({ call, envelope }: Outgoing, { model, framing, patches: channelPatches }: Route): Written {
  const { format } = call.endpoint
  const asksForUsage = envelope.isStream && USAGE_ON_REQUEST.has(format) && !envelope.wantsUsage
  const patches: Patches = {
    ...(model !== envelope.model && renameModel(format, envelope.body, model)),
    ...(asksForUsage && { stream_options: merge({ include_usage: true }) }),
    ...channelPatches(name => readMembers(envelope.body, [name])[name]),
  }
  const passage = sameDialect(followings[format], asksForUsage, streamsJson(call))
  return {
    body: patched(envelope.body.text, patches, envelope.body),
    passage: framing ? reframed(passage, framing) : passage,
    losses: [],
  }
}

/** The request read in the client's dialect and written in the upstream's; the answer takes the way back. */
function convert(
  outgoing: Outgoing,
  { model, framing = splitSse, patches }: Route,
  { dialect, origin, habits }: Converses,
): Written {
  const { call, envelope, options } = outgoing
  // Only conversations reach a provider that does not speak their format (see `canServe`).
  const client = dialects[call.endpoint.format as DialectId]
  const upstream = upstreamDialects[dialect]
  try {
    const ask = outgoing.ask()
    const { body, losses } = upstream.writeAsk(ask, {
      model,
      origin,
      habits,
      defaultMaxTokens: defaultMaxTokens(options, model),
    })
    const answer = {
      model: envelope.model,
      id: call.id,
      requestId: call.requestId,
      created: Math.floor(Date.now() / 1000),
      includeUsage: envelope.wantsUsage,
      asArray: streamsJson(call),
      asked: JSON.parse(envelope.body.text),
    }
    return {
      body: patched(
        JSON.stringify(body),
        patches(name => body[name]),
      ),
      passage: converted({ ask, client, upstream, framing, ...(origin && { origin }), answer, losses }),
      losses,
    }
  } catch (error) {
    if (error instanceof AskRefused) throw refuse('ask_refused', { reason: error.message })
    throw error
  }
}

/** `scanned`: the same text, where it was scanned already. */
const patched = (text: string, patches: Patches, scanned?: ScannedObject): string =>
  Object.keys(patches).length > 0 ? patchJson(scanned ?? text, patches) : text

function defaultMaxTokens(options: Options, model: string): number | undefined {
  const byModel = options.get('claude.default_max_tokens')
  return byModel[model] ?? byModel.default
}

function upstreamModelOf(channel: OpenChannel, model: string): string {
  try {
    return channel.upstreamModel(model)
  } catch (error) {
    if (error instanceof ModelMappingCycle) throw refuse('model_mapping_cycle')
    throw error
  }
}
