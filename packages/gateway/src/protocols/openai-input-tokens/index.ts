import { noUsage } from '../../canonical/usage.ts'
import { unansweredMeter } from '../../metering/text.ts'
import { makeObserver } from '../../observers/observer.ts'
import type { JsonObject } from '../../raw/json.ts'
import { responsesErrors } from '../openai-responses/errors.ts'
import { inputSize } from '../openai-responses/input-size.ts'
import { readRequest } from '../openai-responses/read-request.ts'
import type { ClientProtocol } from '../protocol.ts'

/**
 * https://platform.openai.com/docs/api-reference/responses/input-tokens: the body of a response, possibly without
 * input.
 */
const inputTokensClient = {
  readRequest: (body: JsonObject) => readRequest({ input: [], ...body }),
  writeCount: (tokens: number) => ({ object: 'response.input_tokens', input_tokens: tokens }),
}

/** Counting tokens consumes none, whatever number is returned. */
const observer = makeObserver({
  read(answer, tally) {
    if ('input_tokens' in answer) tally.usage = { ...noUsage(), raw: answer }
  },
})

/** OpenAI's count of a conversation's tokens. */
export const openAiInputTokens = {
  observer,
  meter: unansweredMeter,
  endpoint: { path: '/v1/responses/input_tokens', errors: responsesErrors, isFree: true },
  inputSize,
  countTokens: inputTokensClient,
} satisfies ClientProtocol
