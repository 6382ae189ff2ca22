import type { ChannelSetting } from '@tollgate/contract'
import {
  type DialectId,
  dialects,
  type Format,
  mediaToFetch,
  type TargetProtocol,
  type UpstreamDialect,
  type UpstreamDialectId,
  upstreamDialects,
  type WireFormat,
} from '@tollgate/gateway'
import type { OpenChannel } from '../../candidates/channel-index.ts'
import { convert } from './convert.ts'
import { convertExchange } from './convert-exchange.ts'
import { forwardForm } from './forward-form.ts'
import { patch } from './patch.ts'
import type { OutgoingRequest, RequestStrategy } from './request-strategy.ts'
import { rewrite } from './rewrite.ts'

export type { OutgoingRequest, RequestPlan } from './request-strategy.ts'

/** Chooses how a request gets to a channel's model: patched if the channel speaks the client's format, else converted. */
export function strategyFor(outgoing: OutgoingRequest, channel: OpenChannel, model: string): RequestStrategy {
  const { call, envelope } = outgoing
  const { provider } = channel
  const { format } = call.endpoint
  if (provider.nativeFormats(model, channel).has(format)) {
    if (envelope.form) return forwardForm(outgoing, envelope.form)
    const own = ownProtocolOf(outgoing, channel, model)
    if (!own) return patch(outgoing)
    if (reshapesAnswer(channel.setting, format)) return convert(outgoing, own)
    return channel.setting.system_prompt !== '' || needsRewrite(outgoing, own)
      ? rewrite(outgoing, own)
      : patch(outgoing)
  }
  const exchange = provider.exchanges?.(model, channel)[format]
  if (exchange) return convertExchange(outgoing, exchange)
  const target = provider.target?.(model, channel, format)
  // Candidates can serve the format (see `canServe`); a channel chosen by an administrator may not.
  return target ? convert(outgoing, target) : patch(outgoing)
}

/** The channel's protocol in the client's own dialect; undefined: the call has no conversation. */
function ownProtocolOf({ call }: OutgoingRequest, channel: OpenChannel, model: string): TargetProtocol | undefined {
  const { format } = call.endpoint
  if (!(format in dialects)) return undefined
  const usual = channel.provider.target?.(model, channel)
  // A host's quirks apply only to its own dialect.
  return usual?.dialect === format ? usual : { origin: usual?.origin, dialect: format as DialectId }
}

/**
 * Whether a request in the host's dialect contains something that the host does not take: one of its quirks, a repeated result, or
 * an answer of another model family, whose signatures only the gateway can unpack and whose reasoning the host refuses.
 */
function needsRewrite({ envelope: { hasMark }, canonicalRequest }: OutgoingRequest, own: TargetProtocol): boolean {
  const { barePictures, systemOnly } = chatQuirks(own)
  return (
    hasMark('signatures') ||
    (own.dialect === 'gemini' && hasMark('repeatedResults')) ||
    (refusesReasoning(own) && hasMark('reasoning')) ||
    // a host that takes images as data may still fetch videos
    (own.quirks?.dataOnly?.includes('image') === true &&
      hasMark('addresses') &&
      mediaToFetch(canonicalRequest(), own.quirks).length > 0) ||
    (barePictures === true && hasMark('pictures')) ||
    (systemOnly === true && hasMark('developer'))
  )
}

const chatQuirks = (own: TargetProtocol) => (own.dialect === 'openai-chat' ? own.quirks : undefined) ?? {}

function refusesReasoning(own: TargetProtocol): boolean {
  const { reasoningBack } = chatQuirks(own)
  return reasoningBack === 'none' || reasoningBack === 'parts'
}

const reshapesAnswer = ({ force_format, thinking_to_content }: ChannelSetting, format: Format): boolean =>
  format === 'openai-chat' && (force_format || thinking_to_content)

/** Whether the hosts of a format stream every answer. */
export function streamsOnly(format: WireFormat): boolean {
  const dialect: UpstreamDialect | undefined = upstreamDialects[format as UpstreamDialectId]
  return dialect?.streamsOnly === true
}
