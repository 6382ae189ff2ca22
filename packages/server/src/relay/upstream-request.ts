import { type Format, followings, ModelMappingCycle, merge, type Patches, patchJson } from '@tollgate/gateway'
import type { Try } from './attempt.ts'
import type { OpenChannel } from './channel-index.ts'
import type { RelayEndpoint } from './endpoints.ts'
import type { Ask } from './read-ask.ts'
import { refuse } from './refusal.ts'

/** Formats whose streams report usage only when asked to. */
const USAGE_ON_REQUEST: ReadonlySet<Format> = new Set(['openai-chat', 'openai-completions'])

/** The client's own bytes with the declared patches alone: the model's name, the usage frame, the channel's overrides. */
export function upstreamRequest(
  endpoint: RelayEndpoint,
  ask: Ask,
  channel: OpenChannel,
  clientHeaders: Headers,
): Omit<Try, 'limits' | 'clientSignal'> {
  const upstreamModel = upstreamModelOf(channel, ask.model)
  const asksForUsage = ask.isStream && USAGE_ON_REQUEST.has(endpoint.format) && !ask.wantsUsage
  const patches: Patches = {
    ...(upstreamModel !== ask.model && { model: upstreamModel }),
    ...(asksForUsage && { stream_options: merge({ include_usage: true }) }),
    ...channel.paramOverride,
  }
  const call = {
    channel,
    format: endpoint.format,
    path: endpoint.path,
    model: upstreamModel,
    isStream: ask.isStream,
    clientHeaders,
  }
  return {
    channel,
    url: channel.provider.address(call),
    headers: {
      'content-type': 'application/json',
      accept: ask.isStream ? 'text/event-stream' : 'application/json',
      // The answer is read along: packed bytes would have to be unpacked first.
      'accept-encoding': 'identity',
      ...channel.provider.headers(call),
    },
    body: Object.keys(patches).length > 0 ? patchJson(ask.body, patches) : ask.body.text,
    isStream: ask.isStream,
    hideUsage: asksForUsage,
    following: followings[endpoint.format],
  }
}

function upstreamModelOf(channel: OpenChannel, model: string): string {
  try {
    return channel.upstreamModel(model)
  } catch (error) {
    if (error instanceof ModelMappingCycle) throw refuse('model_mapping_cycle')
    throw error
  }
}
