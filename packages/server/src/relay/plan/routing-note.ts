import type { ChosenBy, RoutingNote, SkippedFor } from '@tollgate/contract'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { ConversationPlace } from './affinity/affinity.ts'

/** Gathers why a call goes where it goes. A log row holds a bounded part of it, however many channels there are. */
export interface RoutingNotes {
  skip(channelId: number, reason: SkippedFor): void
  chose(by: ChosenBy): void
  note(): RoutingNote
}

const MOST_LISTED = 20

export function takeRoutingNotes(candidates: readonly OpenChannel[], place?: ConversationPlace): RoutingNotes {
  const skipped = new Map<number, SkippedFor>()
  let chosen: ChosenBy | undefined
  return {
    skip(channelId, reason) {
      if (skipped.size < MOST_LISTED || skipped.has(channelId)) skipped.set(channelId, reason)
    },
    chose(by) {
      chosen = by
    },
    note: () => ({
      candidates: candidates.slice(0, MOST_LISTED).map(({ id }) => id),
      ...(candidates.length > MOST_LISTED && { more: candidates.length - MOST_LISTED }),
      ...(skipped.size > 0 && { skipped: [...skipped].map(([channel, reason]) => ({ channel, reason })) }),
      ...(chosen && { chosen }),
      ...(place && { conversation_channel: place.channelId }),
    }),
  }
}
