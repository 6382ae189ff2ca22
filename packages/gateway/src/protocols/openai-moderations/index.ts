import { unansweredMeter } from '../../metering/text.ts'
import { noteIdentity, noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asArray } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'
import { kinds, members } from '../common/input-size.ts'
import { openAiErrors } from '../openai-chat/errors.ts'
import { chatPart } from '../openai-chat/input-size.ts'
import type { ClientProtocol } from '../protocol.ts'

const part = kinds('type', { 'text image_url': chatPart })

/** https://platform.openai.com/docs/api-reference/moderations */
const inputSize = members({
  model: 'text',
  input: { text: 'text', each: { text: 'text', object: part } },
})

/** Moderations. OpenAI reports no usage for them; others do. */
const observer = makeObserver({
  read(answer, tally) {
    noteIdentity(tally, answer)
    tally.produced = asArray(answer.results).length > 0
    noteUsage(tally, answer.usage, readOpenAiUsage)
  },
})

/** OpenAI's moderations. */
export const openAiModerations = {
  observer,
  meter: unansweredMeter,
  inputSize,
  endpoint: { path: '/v1/moderations', errors: openAiErrors, defaultModel: 'omni-moderation-latest' },
} satisfies ClientProtocol
