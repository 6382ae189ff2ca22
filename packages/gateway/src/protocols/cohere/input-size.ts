import { kinds, listOf, members, noted, textOr, words } from '../common/input-size.ts'

const part = kinds('type', {
  'text thinking': members({ 'type text thinking': 'text' }),
  image_url: members({ type: 'text', image_url: { object: members({ url: 'image', detail: 'text' }) } }),
})

/** The form that `write-request.ts` writes. */
export const inputSize = members({
  messages: listOf(
    members({
      role: words('system user assistant tool'),
      content: textOr(part),
      'tool_plan tool_calls tool_call_id': 'text',
    }),
  ),
  tools: noted('tools', listOf(members({ 'type function': 'text' }))),
  [`model stream max_tokens temperature p k seed stop_sequences frequency_penalty presence_penalty logprobs
    response_format thinking tool_choice strict_tools`]: 'text',
})
