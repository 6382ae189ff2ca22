import type { LogOther } from '@tollgate/contract'
import {
  believe,
  charge,
  estimateTokens,
  inputTotal,
  isEmpty,
  measure,
  noUsage,
  outputTotal,
  pointsOutside,
  type Tally,
  type Usage,
} from '@tollgate/gateway'
import type { Ledger } from '../ledger/index.ts'
import type { StreamAnswer, WholeAnswer } from './attempt.ts'
import type { Settle } from './deliver.ts'
import { consumeRow, type LoggedCall } from './log-rows.ts'
import { lossInWords } from './losses.ts'
import type { Envelope } from './read-envelope.ts'
import type { Terms } from './terms.ts'

interface Deps {
  ledger: Ledger
  /** Unix seconds. */
  now(): number
}

/** How an answered call is charged and logged, once it has ended one way or another. */
export function settlement(
  logged: LoggedCall,
  envelope: Envelope,
  terms: Terms,
  answer: WholeAnswer | StreamAnswer,
  { ledger, now }: Deps,
): Settle {
  const tally: Readonly<Tally> = answer.kind === 'whole' ? answer.tally : answer.follower.tally
  const firstByteMs = Math.round(performance.now() - logged.call.startedAt)
  return async (ending, failure) => {
    const { usage, other: how } = consumption(envelope, tally)
    const charged = isEmpty(tally) ? { quota: 0, other: {} } : charge(terms, { usage })
    const other: LogOther = {
      ...charged.other,
      ...how,
      frt: firstByteMs,
      ...(envelope.reasoningEffort && { reasoning_effort: envelope.reasoningEffort }),
      ...(answer.losses.length > 0 && { losses: answer.losses.map(lossInWords) }),
      ...(ending === 'client_gone' && { client_gone: true }),
      ...(failure && { error_code: failure.code ?? failure.type ?? '', status_code: failure.status }),
    }
    const row = consumeRow(logged, now(), {
      quota: charged.quota,
      promptTokens: inputTotal(usage),
      completionTokens: outputTotal(usage),
      other,
    })
    await ledger.settle({ requestId: logged.call.id, quota: charged.quota, channelId: row.channel_id ?? 0, log: row })
  }
}

/** What was consumed: as reported, as far as that can be believed; what was not reported is estimated. */
function consumption(envelope: Envelope, tally: Readonly<Tally>): { usage: Usage; other: LogOther } {
  if (!tally.usage || !tally.usageIsFinal) {
    return { usage: estimated(envelope, tally), other: { usage_source: 'estimated' } }
  }
  const { usage, clamped } = believe(tally.usage, {
    requestBytes: envelope.body.text.length,
    pointsOutside: () => pointsOutside(envelope.body.text),
    answerBytes: tally.outputBytes,
    maxTokens: envelope.maxTokens,
    choices: envelope.choices,
  })
  const suspects = [...tally.suspect, ...clamped]
  return { usage, other: suspects.length > 0 ? { usage_source: 'clamped', suspect_counts: suspects } : {} }
}

const TOKENS_PER_MEDIA_PART = 1_500

/** What was reported so far, filled up by what was seen to pass. */
function estimated(envelope: Envelope, { usage, outputCharacters, toolCalls }: Readonly<Tally>): Usage {
  const seenOutput = estimateTokens(outputCharacters)
  if (usage) return { ...usage, output: Math.max(usage.output, seenOutput), toolCalls }
  const { textBytes, mediaParts } = measure(envelope.body.text)
  const input = estimateTokens(textBytes) + mediaParts * TOKENS_PER_MEDIA_PART
  return { ...noUsage(), input, output: seenOutput, toolCalls }
}
