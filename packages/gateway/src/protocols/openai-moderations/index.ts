import { unansweredMeter } from '../../metering/text.ts'
import { openAiErrors } from '../openai-chat/errors.ts'
import type { ClientProtocol } from '../protocol.ts'
import { inputSize } from './input-size.ts'
import { observer } from './observe.ts'

/** OpenAI's moderations. */
export const openAiModerations = {
  observer,
  meter: unansweredMeter,
  inputSize,
  endpoint: { path: '/v1/moderations', errors: openAiErrors, defaultModel: 'omni-moderation-latest' },
} satisfies ClientProtocol
