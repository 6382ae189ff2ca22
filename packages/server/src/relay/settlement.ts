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
import type { Settle } from './deliver.ts'
import { consumeRow, type LoggedCall } from './log-rows.ts'
import type { Ask } from './read-ask.ts'
import type { Terms } from './terms.ts'

interface Deps {
  ledger: Ledger
  /** Unix seconds. */
  now(): number
}

/** How an answered call is charged and logged, once it has ended one way or another. */
export function settlement(
  logged: LoggedCall,
  ask: Ask,
  terms: Terms,
  tally: Readonly<Tally>,
  { ledger, now }: Deps,
): Settle {
  const firstByteMs = Math.round(performance.now() - logged.call.startedAt)
  return async (ending, failure) => {
    const { usage, other: how } = consumption(ask, tally)
    const charged = isEmpty(tally) ? { quota: 0, other: {} } : charge(terms, { usage })
    const other: LogOther = {
      ...charged.other,
      ...how,
      frt: firstByteMs,
      ...(ask.reasoningEffort && { reasoning_effort: ask.reasoningEffort }),
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
function consumption(ask: Ask, tally: Readonly<Tally>): { usage: Usage; other: LogOther } {
  if (!tally.usage || !tally.usageIsFinal) {
    return { usage: estimated(ask, tally), other: { usage_source: 'estimated' } }
  }
  const { usage, clamped } = believe(tally.usage, {
    requestBytes: ask.body.text.length,
    pointsOutside: () => pointsOutside(ask.body.text),
    answerBytes: tally.outputBytes,
    maxTokens: ask.maxTokens,
    choices: ask.choices,
  })
  const suspects = [...tally.suspect, ...clamped]
  return { usage, other: suspects.length > 0 ? { usage_source: 'clamped', suspect_counts: suspects } : {} }
}

const TOKENS_PER_MEDIA_PART = 1_500

/** What was reported so far, filled up by what was seen to pass. */
function estimated(ask: Ask, { usage, outputCharacters, toolCalls }: Readonly<Tally>): Usage {
  const seenOutput = estimateTokens(outputCharacters)
  if (usage) return { ...usage, output: Math.max(usage.output, seenOutput), toolCalls }
  const { textBytes, mediaParts } = measure(ask.body.text)
  const input = estimateTokens(textBytes) + mediaParts * TOKENS_PER_MEDIA_PART
  return { ...noUsage(), input, output: seenOutput, toolCalls }
}
