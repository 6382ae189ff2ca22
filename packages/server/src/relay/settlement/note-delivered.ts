import { inputTotal, outputTotal, type Tally } from '@tollgate/gateway'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { CallRun } from '../hold/call-run.ts'
import type { Affinity } from '../plan/affinity/affinity.ts'
import { conversationKey } from '../plan/affinity/affinity-of.ts'
import type { ConversationMarks } from '../plan/affinity/conversation-marks.ts'
import type { LastHour } from '../plan/last-hour/last-hour.ts'
import { isNamedByNext } from '../request/conversation-of.ts'
import type { Settle } from '../response/settle.ts'

export interface NoteDeliveredDeps {
  affinity: Pick<Affinity, 'note'>
  conversationMarks: Pick<ConversationMarks, 'answered'>
  lastHour: Pick<LastHour, 'delivered'>
}

/** Counts a delivered answer for its channel at its settlement, and remembers whose response the next call will go on from. */
export function noteDelivered(
  settle: Settle,
  run: CallRun,
  tally: Readonly<Tally>,
  { channel, isStream }: { channel: OpenChannel | undefined; isStream: boolean },
  { affinity, conversationMarks, lastHour }: NoteDeliveredDeps,
): Settle {
  if (!channel) return settle
  const { envelope, pricing, attemptedAt } = run
  const { call, identity } = run.logged
  const firstByteMs = isStream ? performance.now() - attemptedAt : null
  return async (...ending) => {
    await settle(...ending)
    const { usage, responseId } = tally
    lastHour.delivered(channel.id, {
      ms: performance.now() - attemptedAt,
      firstByteMs,
      inputTokens: usage ? inputTotal(usage) : 0,
      cachedTokens: usage?.cacheRead ?? 0,
      outputTokens: usage ? outputTotal(usage) : 0,
    })
    conversationMarks.answered(run, [responseId, call.stored?.id])
    if (pricing.candidates.length < 2 || !isNamedByNext(call.endpoint.format)) return
    for (const id of [responseId, call.stored?.id])
      if (id)
        affinity.note(identity.userId, conversationKey(envelope.model, id), {
          channelId: channel.id,
          keyId: run.channel?.keyId,
        })
  }
}
