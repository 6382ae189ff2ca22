import type { Options } from '../../../platform/options/index.ts'
import type { RelayCall } from '../../call/relay-call.ts'
import type { OpenChannel } from '../../candidates/channel-index.ts'
import type { Envelope } from '../../request/envelope.ts'
import type { LoggedCall } from '../../request/logged-call.ts'
import type { LastHour } from '../last-hour/last-hour.ts'
import type { PricingContext } from '../pricing-context.ts'
import type { Affinity, ConversationPlace } from './affinity.ts'
import { ruledKey } from './ruled-key.ts'

/** What is remembered about a call's conversation. */
interface CallAffinity {
  /** Where it was answered last; undefined: nowhere yet, or only one channel could answer. */
  place: ConversationPlace | undefined
  answeredBy(channel: OpenChannel | undefined): void
}

const NONE: CallAffinity = { place: undefined, answeredBy: () => undefined }

/** A call whose conversation is looked up. */
interface FollowedCall {
  pricing: Pick<PricingContext, 'candidates'>
  logged: Pick<LoggedCall, 'call' | 'identity'>
  envelope: Pick<Envelope, 'model' | 'member'>
  request: Pick<Request, 'url' | 'headers'>
  /** What identifies its conversation, by name or by beginning; null: it belongs to none. */
  conversation(): string | null
}

interface Deps {
  affinity: Affinity
  lastHour: Pick<LastHour, 'followed'>
  options: Pick<Options, 'get'>
}

export function affinityOf(run: FollowedCall, { affinity, lastHour, options }: Deps): CallAffinity {
  // most calls of small sites end here
  const [first, second] = run.pricing.candidates
  if (!second && !first?.keys) return NONE
  const name = goesOnFrom(run.logged.call) ?? ruledKey(run, options.get('AffinityRules')) ?? run.conversation()
  if (name === null) return NONE
  const { userId } = run.logged.identity
  const conversation = conversationKey(run.envelope.model, name)
  const place = affinity.of(userId, conversation)
  return {
    place,
    answeredBy(channel) {
      if (!channel) return
      if (place) lastHour.followed(channel.id, place.channelId === channel.id)
      affinity.note(userId, conversation, { channelId: channel.id, keyId: channel.keyId })
    },
  }
}

/** The stored response or conversation that a call continues: an expanded request no longer names it. */
const goesOnFrom = ({ stored }: RelayCall): string | undefined =>
  stored?.chain.at(-1) || stored?.conversationId || undefined

/** Includes the model, because caches are not shared between models. */
export const conversationKey = (model: string, name: string): string => `${model}\n${name}`
