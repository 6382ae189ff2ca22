import { type LimitTable, untold } from '../common/limits.ts'
import { NO_OBJECT } from '../common/losses.ts'

export const limits = {
  incomplete: untold('finish reason', 'Interactions reports only that an answer is incomplete'),
  stopSequence: untold('stop sequence', 'Interactions does not report which one matched'),
  furtherAnswers: untold('further answers', 'Interactions gives one answer'),
  logprobs: untold('logprobs', 'Interactions does not support it'),
  quote: untold('citations', 'Interactions reports the place of a citation, not the words cited'),
  transcript: untold('audio transcript', 'Interactions does not support it'),
  tier: untold('service tier', 'Interactions has no such tier'),
  cutArguments: untold('tool arguments', NO_OBJECT),
} satisfies LimitTable
