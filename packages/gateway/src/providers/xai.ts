import { at, compatible } from './compatible.ts'
import type { Members } from './members.ts'

const XAI_THINKS = /^grok-(3-mini|4|code)(?!.*non-reasoning)/
/** Models whose effort cannot be changed. */
const XAI_EFFORTLESS = /^grok-(2|3(?!-mini)|4(-|$)|4\.20|code)/

/** https://docs.x.ai/docs/guides/reasoning */
const chatMembers = (model: string): Members => ({
  refused: {
    ...(XAI_THINKS.test(model) && {
      frequency_penalty: 'frequencyPenalty',
      presence_penalty: 'presencePenalty',
      stop: 'stop',
    }),
    ...(XAI_EFFORTLESS.test(model) && { reasoning_effort: 'reasoning' }),
  },
})

/** Its image sizes differ from OpenAI's. https://docs.x.ai/docs/guides/image-generations */
const pictureMembers: Members = {
  refused: {
    background: '"background"',
    moderation: '"moderation"',
    output_compression: '"output_compression"',
    output_format: '"output_format"',
    size: '"size"',
    style: '"style"',
  },
}

export const xai = compatible({
  type: 48,
  id: 'xai',
  name: 'xAI',
  color: 'geekblue',
  baseUrl: 'https://api.x.ai',
  models: { catalogue: 'x-ai' },
  paths: at('/v1', 'openai-chat', 'openai-completions', 'openai-responses', 'openai-image-generations'),
  quirks: { maxCompletionTokens: true, reasoningBack: 'content' },
  members: { 'openai-chat': chatMembers, 'openai-image-generations': () => pictureMembers },
})
