import type { JsonObject } from '../../raw/json.ts'
import { readRequest } from '../openai-responses/read-request.ts'

/** https://platform.openai.com/docs/api-reference/responses/input-tokens: the body of a response, which may have no input. */
export const inputTokensClient = {
  readRequest: (body: JsonObject) => readRequest({ input: [], ...body }),
  writeCount: (tokens: number) => ({ object: 'response.input_tokens', input_tokens: tokens }),
}
