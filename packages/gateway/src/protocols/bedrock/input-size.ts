import { kinds, listOf, members, noted, words } from '../common/input-size.ts'

const source = (type: string) => ({
  object: members({
    format: 'text',
    source: { object: members({}, { medium: { data: 'bytes', type: 'type', prefix: type } }) },
  }),
})

const textDocument = members({
  'format name citations context': 'text',
  source: { object: members({ text: 'text' }, { medium: { data: 'bytes', type: 'type', prefix: 'text/plain' } }) },
})

const shown = {
  text: 'text',
  image: source('image/*'),
  audio: source('audio/*'),
  document: { object: kinds('format', { 'txt md csv html': textDocument }) },
} as const

/**
 * The form that `write-request.ts` writes.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html
 */
const block = members({
  ...shown,
  'toolUse reasoningContent': 'text',
  toolResult: { object: members({ 'toolUseId status': 'text', content: listOf(members({ ...shown, json: 'text' })) }) },
  cachePoint: 'cache',
})

export const inputSize = members({
  messages: listOf(members({ role: words('user assistant'), content: listOf(block) })),
  system: listOf(block),
  'inferenceConfig additionalModelRequestFields outputConfig serviceTier requestMetadata performanceConfig': 'text',
  toolConfig: noted('tools', {
    object: members({ toolChoice: 'text', tools: listOf(members({ toolSpec: 'text', cachePoint: 'cache' })) }),
  }),
})
