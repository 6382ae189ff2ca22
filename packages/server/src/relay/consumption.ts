import type { LogOther } from '@tollgate/contract'
import { believe, noUsage, pointsOutside, type Tally, type Usage } from '@tollgate/gateway'
import type { Envelope } from './read-envelope.ts'

/** What an answer consumed, and what the log says of how that is known. */
export interface Consumption {
  usage: Usage
  other: LogOther
}

/** What was consumed: as reported, as far as that can be believed; what was not reported is estimated. */
export function consumption(envelope: Envelope, tally: Readonly<Tally>): Consumption {
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

/** What was reported so far, filled up by what was seen to pass. */
function estimated(envelope: Envelope, { usage, outputTokens, toolCalls }: Readonly<Tally>): Usage {
  const seenOutput = Math.ceil(outputTokens)
  if (usage) return { ...usage, output: Math.max(usage.output, seenOutput), toolCalls }
  return { ...noUsage(), input: envelope.inputTokens(), output: seenOutput, toolCalls }
}
