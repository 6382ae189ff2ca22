import type { LogOther } from '@tollgate/contract'
import { believe, type Consumed, type Format, meters, type Tally, type Usage } from '@tollgate/gateway'
import type { ChargedRequest } from './read-envelope.ts'

/** What an answer consumed, and what the log says of how that is known. */
export interface Consumption extends Consumed {
  other: LogOther
}

/** What was consumed: as reported, as far as that can be believed; what was not reported is estimated. */
export function consumption(format: Format, envelope: ChargedRequest, tally: Readonly<Tally>): Consumption {
  const perCall = meters[format].perCall?.(envelope, tally)
  if (!tally.usage || !tally.usageIsFinal) {
    return { ...perCall, usage: estimated(format, envelope, tally), other: { usage_source: 'estimated' } }
  }
  const { usage, clamped } = believe(tally.usage, {
    requestBytes: envelope.bytes(),
    pointsOutside: envelope.pointsOutside,
    answerBytes: tally.outputBytes,
    maxTokens: envelope.maxTokens,
    choices: envelope.choices,
  })
  const suspects = [...tally.suspect, ...clamped]
  return {
    ...perCall,
    usage,
    other: suspects.length > 0 ? { usage_source: 'clamped', suspect_counts: suspects } : {},
  }
}

/** What was reported so far, filled up by what was seen to pass. */
function estimated(format: Format, envelope: ChargedRequest, tally: Readonly<Tally>): Usage {
  const { usage, outputTokens, toolCalls } = tally
  if (usage) return { ...usage, output: Math.max(usage.output, Math.ceil(outputTokens)), toolCalls }
  return { ...meters[format].estimated(envelope, tally), toolCalls }
}
