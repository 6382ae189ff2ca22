import { answersWritten, textMeter } from '../../metering/text.ts'
import { asArray } from '../../raw/json.ts'
import type { ClientDialect } from '../common/dialect.ts'
import { type Choice, members, PLAIN_TEXT } from '../common/input-size.ts'
import { atTop, countOf, type OutputLimitFields } from '../common/output-limit.ts'
import { openAiErrors } from '../openai-chat/errors.ts'
import { HOUSEKEEPING, SAMPLING } from '../openai-chat/input-size.ts'
import { observer } from '../openai-chat/observe.ts'
import type { ClientProtocol } from '../protocol.ts'
import { limits } from './limits.ts'
import { readRequest } from './read-request.ts'
import { writeStream } from './write-stream.ts'
import { writeWhole } from './write-whole.ts'

/** OpenAI's older text completions, for models that only converse: the prompt becomes the user's text. */
export const dialect: ClientDialect = { limits, readRequest, writeStream, writeWhole }

/** Texts or token ids, alone or in lists. */
const prompt: Choice = { text: 'text', each: { text: 'text', each: { other: 'text' }, other: 'text' } }

/** https://platform.openai.com/docs/api-reference/completions/create */
const inputSize = members({
  prompt,
  suffix: PLAIN_TEXT,
  echo: 'text',
  [SAMPLING]: 'text',
  [HOUSEKEEPING]: 'text',
  'response_format raw': 'text',
})

/** Each prompt is answered, and all candidates for the best are billed. */
const outputLimit: OutputLimitFields = atTop(
  'max_tokens',
  member => Math.max(countOf(member('n')), countOf(member('best_of'))) * promptsIn(member('prompt')),
)

/** A list of token ids is one prompt; any other list holds a prompt per element. */
const promptsIn = (prompt: unknown): number =>
  typeof asArray(prompt)[0] === 'number' ? 1 : Math.max(1, asArray(prompt).length)

/** OpenAI's older text completions, whose responses differ from Chat's in one field. */
export const openAiCompletions = {
  dialect,
  observer,
  meter: {
    ...textMeter,
    perCall: (call, { units }) => answersWritten(units, outputLimit.answers(call.member)),
  },
  endpoint: { path: '/v1/completions', errors: openAiErrors },
  reportsUsageOnRequest: true,
  inputSize,
  outputLimit,
} satisfies ClientProtocol
