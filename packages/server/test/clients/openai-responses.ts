import OpenAI from 'openai'
import type { Response, ResponseInputItem } from 'openai/resources/responses/responses'
import { QUESTION, SYSTEM, TOOL } from '../support/conversing-upstream/script.ts'
import type { Client, Understood } from './client.ts'

export const openAiResponsesClient: Client = {
  name: 'openai, responses',
  begin({ url, bearer }, isStream) {
    const { responses } = new OpenAI({ baseURL: `${url}/v1`, apiKey: bearer, maxRetries: 0 })
    const input: ResponseInputItem[] = [{ role: 'user', content: QUESTION }]
    let waiting: string[] = []
    return {
      async send(model, results = []) {
        input.push(
          ...results.map((output, at) => ({
            type: 'function_call_output' as const,
            call_id: waiting[at] ?? '',
            output,
          })),
        )
        const asked = {
          model,
          input,
          instructions: SYSTEM,
          store: false,
          include: ['reasoning.encrypted_content' as const],
          reasoning: { effort: 'medium' as const, summary: 'auto' as const },
          tools: [{ type: 'function' as const, strict: true, ...TOOL }],
        }
        const response = isStream ? await responses.stream(asked).finalResponse() : await responses.create(asked)
        // What was put out is what goes in again, as the library's documentation says.
        input.push(...(response.output as ResponseInputItem[]))
        waiting = response.output.flatMap(item => (item.type === 'function_call' ? item.call_id : []))
        return understood(response)
      },
    }
  },
}

function understood({ output, usage }: Response): Understood {
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
