import OpenAI from 'openai'
import type { Response, ResponseInputItem, Tool } from 'openai/resources/responses/responses'
import { QUESTION, SYSTEM, TOOL } from '../support/conversing-upstream/script.ts'
import type { Client, Understood } from './client.ts'

const FUNCTION = { type: 'function' as const, strict: true, ...TOOL }
const ASKED: ResponseInputItem = { role: 'user', content: QUESTION }

export const openAiResponsesClient: Client = {
  name: 'openai, responses',
  begin: conversing([FUNCTION], [ASKED]),
}

// the library does not know this item yet
const BROUGHT_IN = {
  type: 'additional_tools',
  role: 'developer',
  tools: [{ type: 'namespace', name: 'functions', description: '', tools: [FUNCTION] }],
} as unknown as ResponseInputItem

/** Codex supplies its tools in an input item, within a namespace. */
export const codexClient: Client = {
  name: 'openai, responses, tools in a namespace',
  begin: conversing([], [BROUGHT_IN, ASKED]),
}

function conversing(tools: Tool[], begun: ResponseInputItem[]): Client['begin'] {
  return ({ url, bearer }, isStream) => {
    const { responses } = new OpenAI({ baseURL: `${url}/v1`, apiKey: bearer, maxRetries: 0 })
    const input = [...begun]
    let waiting: string[] = []
    return {
      async send(model, results = [], question) {
        input.push(
          ...results.map((output, at) => ({
            type: 'function_call_output' as const,
            call_id: waiting[at] ?? '',
            output,
          })),
        )
        if (question) input.push({ role: 'user', content: question })
        const asked = {
          model,
          input,
          instructions: SYSTEM,
          store: false,
          include: ['reasoning.encrypted_content' as const],
          reasoning: { effort: 'medium' as const, summary: 'auto' as const },
          tools,
        }
        const response = isStream ? await responses.stream(asked).finalResponse() : await responses.create(asked)
        // Output items become input of the next request, as the library's documentation says.
        input.push(...(response.output as ResponseInputItem[]))
        waiting = response.output.flatMap(item => (item.type === 'function_call' ? item.call_id : []))
        return understood(response)
      },
    }
  }
}

export function understood({ output, usage }: Response): Understood {
  const calls = output.filter(item => item.type === 'function_call')
  return {
    thought: output
      .flatMap(item => (item.type === 'reasoning' ? item.summary : []))
      .map(({ text }) => text)
      .join(''),
    text: output
      .flatMap(item => (item.type === 'message' ? item.content : []))
      .map(part => (part.type === 'output_text' ? part.text : ''))
      .join(''),
    calls: calls.map(({ name, arguments: args }) => ({ name, args: JSON.parse(args) })),
    finish: calls.length > 0 ? 'calls' : 'stop',
    tokens: { input: usage?.input_tokens ?? 0, output: usage?.output_tokens ?? 0 },
  }
}
