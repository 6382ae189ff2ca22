import Anthropic from '@anthropic-ai/sdk'
import type { Message, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { QUESTION, SYSTEM, TOOL } from '../support/conversing-upstream/script.ts'
import type { Client, Understood } from './client.ts'

const { name, description, parameters } = TOOL

export const anthropicClient: Client = {
  name: '@anthropic-ai/sdk',
  dropsSignedTexts: 'streamed',
  begin({ url, bearer }, isStream) {
    const client = new Anthropic({ baseURL: url, apiKey: bearer, maxRetries: 0 })
    const messages: MessageParam[] = [{ role: 'user', content: QUESTION }]
    let waiting: string[] = []
    return {
      async send(model, results = [], question) {
        if (results.length > 0) {
          const content = results.map((result, at) => ({
            type: 'tool_result' as const,
            tool_use_id: waiting[at] ?? '',
            content: result,
          }))
          messages.push({ role: 'user', content })
        }
        if (question) messages.push({ role: 'user', content: question })
        const asked = {
          model,
          messages,
          system: SYSTEM,
          max_tokens: 4096,
          thinking: { type: 'enabled' as const, budget_tokens: 2048 },
          tools: [{ name, description, input_schema: { ...parameters, required: ['city'] } }],
        }
        const answer = isStream
          ? await client.messages.stream(asked).finalMessage()
          : await client.messages.create(asked)
        messages.push({ role: 'assistant', content: answer.content })
        waiting = answer.content.flatMap(block => (block.type === 'tool_use' ? block.id : []))
        return understood(answer)
      },
    }
  },
}

const understood = ({ content, stop_reason, usage }: Message): Understood => ({
  thought: content.map(block => (block.type === 'thinking' ? block.thinking : '')).join(''),
  text: content.map(block => (block.type === 'text' ? block.text : '')).join(''),
  calls: content.flatMap(block =>
    // The schema makes a tool's input an object.
    block.type === 'tool_use' ? { name: block.name, args: block.input as Record<string, unknown> } : [],
  ),
  finish: stop_reason === 'tool_use' ? 'calls' : 'stop',
  tokens: { input: usage.input_tokens, output: usage.output_tokens },
})
