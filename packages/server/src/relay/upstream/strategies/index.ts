import type { ChannelSetting } from '@tollgate/contract'
import {
  carriesSignatures,
  type DialectId,
  dialects,
  type Format,
  mediaToFetch,
  type TargetProtocol,
  tellsAddresses,
} from '@tollgate/gateway'
import type { OpenChannel } from '../../routing/channel-index.ts'
import { convert } from './convert.ts'
import { exchangeWords } from './exchange.ts'
import { forward } from './forward.ts'
import { keep } from './patch.ts'
import { rewrite } from './rewrite.ts'
import type { OutgoingRequest, RequestStrategy } from './strategy.ts'

export type { Body, OutgoingRequest, RequestPlan } from './strategy.ts'

/** How a request gets to a channel's model: as it is where that is spoken, else in the words the channel wants. */
export function strategyFor(outgoing: OutgoingRequest, channel: OpenChannel, model: string): RequestStrategy {
  const { call, envelope } = outgoing
  const { provider } = channel
  const { format } = call.endpoint
  if (provider.speaks(model, channel).has(format)) {
    if (envelope.form) return forward(outgoing, envelope.form)
    const here = conversesIn(outgoing, channel, model)
    if (!here) return keep(outgoing)
    if (reshapesAnswer(channel.setting, format)) return convert(outgoing, here)
    return channel.setting.system_prompt !== '' || isForeign(outgoing, here) ? rewrite(outgoing, here) : keep(outgoing)
  }
  const exchange = provider.exchanges?.(model, channel)[format]
  if (exchange) return exchangeWords(outgoing, exchange)
  const target = provider.target?.(model, channel)
  // Candidates serve the format one way or another (see `canServe`); a channel chosen by an administrator may not.
  return target ? convert(outgoing, target) : keep(outgoing)
}

/** How a channel converses in the client's own dialect; undefined: the call is no conversation. */
function conversesIn({ call }: OutgoingRequest, channel: OpenChannel, model: string): TargetProtocol | undefined {
  const { format } = call.endpoint
  if (!(format in dialects)) return undefined
  const usual = channel.provider.target?.(model, channel)
  // What a host wants otherwise holds for the dialect it converses in.
  return usual?.dialect === format ? usual : { origin: usual?.origin, dialect: format as DialectId }
}

/**
 * It holds what this host does not take as its dialect's own clients say it. So does a conversation with an earlier turn
 * another family answered: its signatures are packed in words only we can read, its thoughts are refused.
 */
function isForeign({ envelope: { text }, canonicalRequest }: OutgoingRequest, here: TargetProtocol): boolean {
  const { dataOnly, barePictures, systemOnly } = here.quirks ?? {}
  return (
    carriesSignatures(text) ||
    (refusesThoughts(here) && carriesThoughts(text)) ||
    // films on YouTube, say, it fetches all the same
    (dataOnly?.includes('image') === true &&
      tellsAddresses(text) &&
      mediaToFetch(canonicalRequest(), here.quirks).length > 0) ||
    (barePictures === true && text.includes('"data:image/')) ||
    (systemOnly === true && DEVELOPER.test(text))
  )
}

const DEVELOPER = /"role":\s*"developer"/

const refusesThoughts = ({ dialect, quirks }: TargetProtocol): boolean =>
  dialect === 'openai-chat' && (quirks?.reasoningBack === 'none' || quirks?.reasoningBack === 'parts')

/** The members in which hosts of OpenAI Chat tell thoughts; quoted in somebody's words they look otherwise. */
const carriesThoughts = (text: string): boolean => /"reasoning_(content|details)":/.test(text)

const reshapesAnswer = ({ force_format, thinking_to_content }: ChannelSetting, format: Format): boolean =>
  format === 'openai-chat' && (force_format || thinking_to_content)
