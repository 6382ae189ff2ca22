import {
  type Ask,
  AskRefused,
  type Converses,
  converted,
  type DialectId,
  dialects,
  type Format,
  followings,
  type Loss,
  ModelMappingCycle,
  merge,
  type Passage,
  type Patches,
  patchJson,
  sameDialect,
  splitSse,
  type UpstreamDialectId,
  upstreamDialects,
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
  options: Options
}

/** A request ready for one upstream, and how the answer comes back from there. */
export interface UpstreamRequest {
  url: string
  headers: Record<string, string>
  body: string
  isStream: boolean
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
  const { call, envelope, clientHeaders } = outgoing
  const { format } = call.endpoint
  const model = upstreamModelOf(channel, envelope.model)
  const converses = channel.provider.speaks.has(format) ? undefined : channel.provider.converses?.(model)
  const written = converses ? convert(outgoing, channel, model, converses) : keep(outgoing, channel, model)
  const providerCall = {
    channel,
    format: converses?.dialect ?? format,
    path: written.path,
    model,
    isStream: envelope.isStream,
    clientHeaders,
  }
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
    passage: written.passage,
    losses: written.losses,
  }
}

interface Written {
  path: string
  body: string
  passage: Passage
  losses: Loss[]
}

/** Formats whose streams report usage only when asked to. */
const USAGE_ON_REQUEST: ReadonlySet<Format> = new Set(['openai-chat', 'openai-completions'])

/** The client's own bytes with the declared patches alone: the model's name, the usage frame, the channel's overrides. */
function keep({ call, envelope }: Outgoing, channel: OpenChannel, model: string): Written {
  const { format, path } = call.endpoint
  const asksForUsage = envelope.isStream && USAGE_ON_REQUEST.has(format) && !envelope.wantsUsage
  const patches: Patches = {
    ...(model !== envelope.model && { model }),
    ...(asksForUsage && { stream_options: merge({ include_usage: true }) }),
    ...channel.paramOverride,
  }
  return {
    path,
    body: Object.keys(patches).length > 0 ? patchJson(envelope.body, patches) : envelope.body.text,
    passage: sameDialect(followings[format], asksForUsage),
    losses: [],
  }
}

/** Where a dialect's calls usually go. */
const PATHS: Record<UpstreamDialectId, string> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
}

/** The request read in the client's dialect and written in the upstream's; the answer takes the way back. */
function convert(
  outgoing: Outgoing,
  channel: OpenChannel,
  model: string,
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
      asked: JSON.parse(envelope.body.text),
    }
    return {
      path: PATHS[dialect],
      body: JSON.stringify({ ...body, ...channel.paramOverride }),
      passage: converted({ ask, client, upstream, framing: splitSse, ...(origin && { origin }), answer, losses }),
      losses,
    }
  } catch (error) {
    if (error instanceof AskRefused) throw refuse('ask_refused', { reason: error.message })
    throw error
  }
}

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
