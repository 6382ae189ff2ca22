import { kinds, members } from '../common/input-size.ts'
import { chatPart } from '../openai-chat/input-size.ts'

const part = kinds('type', { 'text image_url': chatPart })

/** https://platform.openai.com/docs/api-reference/moderations */
export const inputSize = members({
  model: 'text',
  input: { text: 'text', each: { text: 'text', object: part } },
})
