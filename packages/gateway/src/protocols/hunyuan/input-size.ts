import { kinds, listOf, members, noted, words } from '../common/input-size.ts'

const part = kinds('Type', {
  text: members({ 'Type Text': 'text' }),
  image_url: members({ Type: 'text', ImageUrl: { object: members({ Url: 'image' }) } }),
})

/** The form that `write-request.ts` writes. */
export const inputSize = members({
  Messages: listOf(
    members({
      Role: words('system user assistant tool'),
      'Content ToolCalls ToolCallId': 'text',
      Contents: listOf(part),
    }),
  ),
  Tools: noted('tools', listOf(members({ 'Type Function': 'text' }))),
  'Model Stream Temperature TopP Stop ToolChoice CustomTool': 'text',
})
