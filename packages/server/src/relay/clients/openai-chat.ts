import OpenAI from 'openai'
import type { ChatCompletion, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { QUESTION, SYSTEM, TOOL } from '../../testing/conversing-upstream/script.ts'
import type { Client, Heard } from './client.ts'

const { name, description, parameters } = TOOL

export const openAiChatClient: Client = {
  name: 'openai, chat',
  begin({ url, bearer }, isStream) {
    const { completions } = new OpenAI({ baseURL: `${url}/v1`, apiKey: bearer, maxRetries: 0 }).chat
    const messages: ChatCompletionMessageParam[] = [
      { role: 'developer', content: SYSTEM },
      { role: 'user', content: QUESTION },
    ]
    let waiting: string[] = []
    return {
      async ask(model, results = []) {
        messages.push(
          ...results.map((content, at) => ({ role: 'tool' as const, tool_call_id: waiting[at] ?? '', content })),
        )
        const asked = {
          model,
          messages,
          reasoning_effort: 'medium' as const,
          tools: [{ type: 'function' as const, function: { name, description, parameters } }],
        }
        const answer = isStream
          ? await completions.stream({ ...asked, stream_options: { include_usage: true } }).finalChatCompletion()
          : await completions.create(asked)
        const message = answer.choices[0]?.message
        if (message) messages.push(message)
        waiting = message?.tool_calls?.map(({ id }) => id) ?? []
        return heard(answer)
      },
    }
  },
}

function heard({ choices: [choice], usage }: ChatCompletion): Heard {
  const message = choice?.message
  return {
    // The library hands members it does not know on as they are.
    thought: (message as { reasoning_content?: string } | undefined)?.reasoning_content ?? '',
    text: message?.content ?? '',
    calls: (message?.tool_calls ?? []).flatMap(call =>
      call.type === 'function' ? { name: call.function.name, args: JSON.parse(call.function.arguments) } : [],
    ),
    finish: choice?.finish_reason === 'tool_calls' ? 'calls' : 'stop',
    tokens: { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 },
  }
}
