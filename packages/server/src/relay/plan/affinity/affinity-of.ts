import type { RelayCall } from '../../call/relay-call.ts'
import type { OpenChannel } from '../../candidates/channel-index.ts'
import type { Envelope } from '../../request/envelope.ts'
import type { LoggedCall } from '../../request/logged-call.ts'
import type { LastHour } from '../last-hour/last-hour.ts'
import type { PricingContext } from '../pricing-context.ts'
import type { Affinity, ConversationPlace } from './affinity.ts'

/** What is remembered of one call's conversation. */
interface CallAffinity {
  /** Where it was answered last; undefined: nowhere yet, or it could go to one channel only. */
  place: ConversationPlace | undefined
  answeredBy(channel: OpenChannel | undefined): void
}

const NONE: CallAffinity = { place: undefined, answeredBy: () => undefined }

/** The call whose conversation is looked up. */
interface FollowedCall {
  pricing: Pick<PricingContext, 'candidates'>
  logged: Pick<LoggedCall, 'call' | 'identity'>
  envelope: Pick<Envelope, 'model'>
  /** The name or beginning that all calls of its conversation share; null: it belongs to no conversation. */
  conversation(): string | null
}

interface Deps {
  affinity: Affinity
  lastHour: Pick<LastHour, 'followed'>
}

export function affinityOf(run: FollowedCall, { affinity, lastHour }: Deps): CallAffinity {
  // most calls of small sites end here
  const [first, second] = run.pricing.candidates
  if (!second && !first?.keys) return NONE
  const name = goesOnFrom(run.logged.call) ?? run.conversation()
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

/** Where the gateway put what it keeps into the request, nothing in the request names the response it goes on from. */
const goesOnFrom = ({ stored }: RelayCall): string | undefined =>
  stored?.chain.at(-1) || stored?.conversationId || undefined

/** Caches are a model's own. */
export const conversationKey = (model: string, name: string): string => `${model}\n${name}`
