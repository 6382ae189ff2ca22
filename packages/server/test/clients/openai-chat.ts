import OpenAI from 'openai'
import type {
  ChatCompletion,
  ChatCompletionCreateParamsBase,
  ChatCompletionMessageParam,
  Completions,
} from 'openai/resources/chat/completions/completions'
import { QUESTION, SYSTEM, TOOL } from '../support/conversing-upstream/script.ts'
import type { Client, Understood } from './client.ts'

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
      async send(model, results = [], question) {
        messages.push(
          ...results.map((content, at) => ({ role: 'tool' as const, tool_call_id: waiting[at] ?? '', content })),
        )
        if (question) messages.push({ role: 'user', content: question })
        const asked = {
          model,
          messages,
          reasoning_effort: 'medium' as const,
          tools: [{ type: 'function' as const, function: { name, description, parameters } }],
        }
        const answer = isStream ? await streamed(completions, asked) : await completions.create(asked)
        const message = answer.choices[0]?.message
        if (message) messages.push(message)
        waiting = message?.tool_calls?.map(({ id }) => id) ?? []
        return understood(answer)
      },
    }
  },
}

/** The library concatenates the fields it knows; of an unknown field it keeps the last value. */
async function streamed(completions: Completions, asked: ChatCompletionCreateParamsBase): Promise<ChatCompletion> {
  const stream = completions.stream({ ...asked, stream: true, stream_options: { include_usage: true } })
  let thought = ''
  stream.on('chunk', ({ choices }) => {
    thought += (choices[0]?.delta as Reasoned | undefined)?.reasoning_content ?? ''
  })
  const answer = await stream.finalChatCompletion()
  for (const { message } of answer.choices) Object.assign(message, thought && { reasoning_content: thought })
  return answer
}

/** A field that many hosts add to a message. The library passes it on. */
type Reasoned = { reasoning_content?: string }

function understood({ choices: [choice], usage }: ChatCompletion): Understood {
  const message = choice?.message
  return {
    thought: (message as Reasoned | undefined)?.reasoning_content ?? '',
    text: message?.content ?? '',
    calls: (message?.tool_calls ?? []).flatMap(call =>
      call.type === 'function' ? { name: call.function.name, args: JSON.parse(call.function.arguments) } : [],
    ),
    finish: choice?.finish_reason === 'tool_calls' ? 'calls' : 'stop',
    tokens: { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 },
  }
}
