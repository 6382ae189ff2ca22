import { ModelMappingCycle } from '@tollgate/contract'
import {
  type DialectId,
  dialects,
  type ProviderCall,
  reasoningModelPatches,
  splitModelName,
  type WireFormat,
  wholeAsStream,
} from '@tollgate/gateway'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import { relayError } from '../call/relay-error.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { checkedInTurns, checkedJson } from './checked-body.ts'
import { bodyAround, fits, watchRequest } from './kept-request.ts'
import { answerContext } from './strategies/answer-context.ts'
import { type OutgoingRequest, type RequestPlan, strategyFor, streamsOnly } from './strategies/index.ts'
import { streamsJson } from './strategies/request-strategy.ts'
import type { KeptRequest, UpstreamRequest } from './written-request.ts'

export type { SentRequest } from '../call/sent-request.ts'
export type { UpstreamRequest } from './written-request.ts'

/**
 * Writes the request for a channel's upstream: the client's own bytes if both use the same format, else converted. Keeps what it
 * wrote for a frame, so that the next request with that frame only puts its own conversation in.
 *
 * @param kept what was written for requests with the same frame; absent: nothing is reused
 * @throws ApiError | ClientGone
 */
export function upstreamRequest(
  outgoing: OutgoingRequest,
  channel: OpenChannel,
  kept?: WeakMap<OpenChannel, KeptRequest>,
): UpstreamRequest | Promise<UpstreamRequest> {
  const known = kept?.get(channel)
  if (known && fits(known, outgoing)) return requestFrom(known, outgoing)
  return kept && outgoing.envelope.frame ? keptRequest(outgoing, channel, kept) : writtenRequest(outgoing, channel)
}

/** Writes a request and keeps what others with its frame can reuse, if anything. */
async function keptRequest(
  outgoing: OutgoingRequest,
  channel: OpenChannel,
  known: WeakMap<OpenChannel, KeptRequest>,
): Promise<UpstreamRequest> {
  const watched = watchRequest(outgoing)
  const written = await writtenRequest(watched.outgoing, channel)
  const kept = watched.kept(written, channel)
  if (!kept) return written
  known.set(channel, kept)
  return requestFrom(kept, outgoing)
}

function requestFrom(kept: KeptRequest, outgoing: OutgoingRequest): UpstreamRequest {
  const { fixed, losses } = kept
  const body = bodyAround(kept, outgoing.envelope)
  // The spread comes first: a later spread would give every object its own shape, which is slow.
  const request: UpstreamRequest = { ...fixed, body, losses: losses.length > 0 ? [...losses] : [], kept }
  if (kept.isUnchanged) request.scanned = outgoing.envelope.body
  if (wantsEvents(outgoing)) request.asStream = asStream(request.format, outgoing)
  return request
}

/** Whether the client waits for a stream of events in its dialect. */
const wantsEvents = ({ call, envelope }: OutgoingRequest): boolean =>
  call.endpoint.format in dialects && envelope.isStream && !streamsJson(call)

const asStream = (format: WireFormat, outgoing: OutgoingRequest) => (bytes: Uint8Array) =>
  wholeAsStream(dialects[format as DialectId], bytes, answerContext(outgoing))

async function writtenRequest(outgoing: OutgoingRequest, channel: OpenChannel): Promise<UpstreamRequest> {
  const { call, envelope, clientHeaders, options } = outgoing
  const name = upstreamModelOf(channel, envelope.model)
  const strategy = strategyFor(outgoing, channel, name)
  const isCollected = !envelope.isStream && strategy.isConverted && streamsOnly(strategy.format)
  const { model, thinking } = splitModelName(name, strategy.format, options)
  const providerCall: ProviderCall = {
    channel,
    format: strategy.format,
    path: strategy.path(model),
    model,
    clientModel: envelope.model,
    isStream: envelope.isStream,
    isConverted: strategy.isConverted,
    clientHeaders,
    get clientUrl() {
      return outgoing.clientUrl
    },
    options,
  }
  const framing = channel.provider.framing?.(providerCall)
  const plan: RequestPlan = {
    model,
    thinking,
    setting: channel.setting,
    passesBody: channel.setting.pass_through_body_enabled || options.get('global.pass_through_request_enabled'),
    ...(framing && { framing }),
    patches(member, losses) {
      const rules = reasoningModelPatches(strategy.format, model, member)
      losses.push(...rules.losses)
      // The operator's override for the channel comes last.
      const provided = channel.provider.patches?.(providerCall, member, losses)
      return { ...rules.patches, ...provided, ...channel.paramOverride }
    },
  }
  const written = await strategy.write(plan)
  // Writing a large request takes long.
  if (envelope.isLarge) await yieldToEventLoop()
  const { headers, pipeline, losses } = written
  const operators = plan.passesBody ? {} : channel.paramOverride
  const isKnown = written.scanned !== undefined && envelope.inputFacts?.outside === 0
  const choices = { format: strategy.format, model, operators, isKnown }
  const checked = envelope.isLarge
    ? await checkedInTurns(written, channel, choices)
    : checkedJson(written, channel, choices)
  const { body, scanned, inspected } = { ...written, ...checked?.sent }
  losses.push(...(checked?.losses ?? []))
  const { stop, poll } = channel.provider
  return {
    model,
    format: strategy.format,
    ...(thinking?.type === 'effort' && { effort: thinking.effort }),
    ...(checked && Object.keys(checked.levels).length > 0 && { levels: checked.levels }),
    ...(checked?.otherModels && { otherModels: checked.otherModels }),
    url: channel.provider.address(providerCall),
    headers: {
      'content-type': 'application/json',
      accept: envelope.isStream || isCollected ? 'text/event-stream' : 'application/json',
      // The response is observed, and compressed bytes would have to be decompressed first.
      'accept-encoding': 'identity',
      ...headers,
      ...channel.provider.headers(providerCall),
    },
    body,
    ...(scanned && { scanned }),
    ...(inspected && { inspected }),
    ...(channel.setting.known_parts_only && checked?.sent.scanned && { isTrimmed: true }),
    isCollected,
    ...(stop && typeof body === 'string' && { stop: heard => stop(providerCall, body, heard) }),
    ...(poll && { poll: body => poll(providerCall, body) }),
    // converted audio comes whole
    isStream: envelope.isStream || (call.endpoint.returnsAudio === true && strategy.keepsAnswer),
    streamsJson: strategy.keepsAnswer && streamsJson(call),
    pipeline,
    ...(wantsEvents(outgoing) && { asStream: asStream(call.endpoint.format, outgoing) }),
    losses,
  }
}

/** @throws ApiError */
export function upstreamModelOf(channel: OpenChannel, model: string): string {
  try {
    return channel.upstreamModel(model)
  } catch (error) {
    if (error instanceof ModelMappingCycle) throw relayError('model_mapping_cycle')
    throw error
  }
}
