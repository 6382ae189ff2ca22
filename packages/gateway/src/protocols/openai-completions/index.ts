import { countsOf, type RequestCounts } from '../../metering/meter.ts'
import { answersWritten, textMeter } from '../../metering/text.ts'
import { asArray } from '../../raw/json.ts'
import { elementsIn, type ScannedObject } from '../../raw/scan-json.ts'
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
const outputLimit: OutputLimitFields = atTop('max_tokens', member => eachAnswered(member) * promptsIn(member('prompt')))

const eachAnswered = (member: (name: string) => unknown): number =>
  Math.max(countOf(member('n')), countOf(member('best_of')))

/** A list of token ids is one prompt; any other list holds a prompt per element. */
const promptsIn = (prompt: unknown): number =>
  typeof asArray(prompt)[0] === 'number' ? 1 : Math.max(1, asArray(prompt).length)

/** The same for a request that was not parsed. */
function countPrompts({ text, members }: ScannedObject): Required<Pick<RequestCounts, 'prompts'>> {
  const member = members.findLast(({ name }) => name === 'prompt')
  let prompts = 0
  for (const { start } of elementsIn(text, member?.valueStart ?? text.length)) {
    if (prompts === 0 && NUMBER_START.test(text[start] ?? '')) break
    prompts++
  }
  return { prompts: Math.max(1, prompts) }
}

const NUMBER_START = /[-\d]/

/** OpenAI's older text completions, whose responses differ from Chat's in one field. */
export const openAiCompletions = {
  dialect,
  observer,
  meter: {
    ...textMeter,
    count: countPrompts,
    perCall: (call, { units }) =>
      answersWritten(units, eachAnswered(call.member) * countsOf(call, countPrompts).prompts),
  },
  endpoint: { path: '/v1/completions', errors: openAiErrors },
  reportsUsageOnRequest: true,
  inputSize,
  outputLimit,
} satisfies ClientProtocol
