import { members } from '../common/input-size.ts'
import { HOUSEKEEPING, SAMPLING } from '../openai-chat/input-size.ts'

/** https://platform.openai.com/docs/api-reference/completions/create; a prompt may be a list of token ids. */
export const inputSize = members({
  'prompt suffix echo': 'text',
  [SAMPLING]: 'text',
  [HOUSEKEEPING]: 'text',
  'response_format raw': 'text',
})
