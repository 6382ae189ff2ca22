import type { ChosenBy, RoutingNote, SkippedFor } from '@tollgate/contract'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { ConversationPlace } from './affinity/affinity.ts'

/** Collects why a call went to its channel. A log row holds only a limited part, however many channels there are. */
export interface RoutingNotes {
  skip(channelId: number, reason: SkippedFor): void
  chose(by: ChosenBy): void
  note(): RoutingNote
}

const MOST_LISTED = 20

export const takeRoutingNotes = (candidates: readonly OpenChannel[], place?: ConversationPlace): RoutingNotes =>
  new NotesOfCall(candidates, place)

/** A class, because every call has one. */
class NotesOfCall implements RoutingNotes {
  /** Made on first use: most calls skip no channel. */
  private skipped: Map<number, SkippedFor> | undefined
  private chosen: ChosenBy | undefined

  constructor(
    private readonly candidates: readonly OpenChannel[],
    private readonly place: ConversationPlace | undefined,
  ) {}

  skip(channelId: number, reason: SkippedFor): void {
    this.skipped ??= new Map()
    if (this.skipped.size < MOST_LISTED || this.skipped.has(channelId)) this.skipped.set(channelId, reason)
  }

  chose(by: ChosenBy): void {
    this.chosen = by
  }

  note(): RoutingNote {
    const { candidates, skipped, chosen, place } = this
    const listed = candidates.length > MOST_LISTED ? candidates.slice(0, MOST_LISTED) : candidates
    const note: RoutingNote = { candidates: listed.map(({ id }) => id) }
    if (candidates.length > MOST_LISTED) note.more = candidates.length - MOST_LISTED
    if (skipped) note.skipped = [...skipped].map(([channel, reason]) => ({ channel, reason }))
    if (chosen) note.chosen = chosen
    if (place) note.conversation_channel = place.channelId
    return note
  }
}
