import { type LimitTable, untold } from '../common/limits.ts'
import { NO_OBJECT } from '../common/losses.ts'

export const limits = {
  incomplete: untold('finish reason', 'Interactions tells only that an answer is incomplete'),
  stopSequence: untold('stop sequence', 'Interactions does not tell which was met'),
  furtherAnswers: untold('further answers', 'Interactions gives one answer'),
  logprobs: untold('logprobs', 'Interactions has no word for it'),
  quote: untold('citations', 'Interactions tells where a source stands, not the words it was cited for'),
  transcript: untold('audio transcript', 'Interactions has no word for it'),
  tier: untold('service tier', 'Interactions knows no such tier'),
  cutArguments: untold('tool arguments', NO_OBJECT),
} satisfies LimitTable
