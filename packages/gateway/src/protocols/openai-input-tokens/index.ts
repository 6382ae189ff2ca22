import { unansweredMeter } from '../../metering/text.ts'
import { responsesErrors } from '../openai-responses/errors.ts'
import { inputSize } from '../openai-responses/input-size.ts'
import type { ClientProtocol } from '../protocol.ts'
import { inputTokensClient } from './exchange.ts'
import { observer } from './observe.ts'

/** OpenAI's count of a conversation's tokens. */
export const openAiInputTokens = {
  observer,
  meter: unansweredMeter,
  endpoint: { path: '/v1/responses/input_tokens', errors: responsesErrors, isFree: true },
  inputSize,
  countTokens: inputTokensClient,
} satisfies ClientProtocol
