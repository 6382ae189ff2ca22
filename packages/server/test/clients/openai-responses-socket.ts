import type { Response } from 'openai/resources/responses/responses'
import { QUESTION, SYSTEM, TOOL } from '../support/conversing-upstream/script.ts'
import { openRealtime } from '../support/realtime-client.ts'
import { until } from '../support/until.ts'
import type { Client } from './client.ts'
import { understood } from './openai-responses.ts'

const ENDS = new Set(['response.completed', 'response.failed', 'error'])

/** Responses over one WebSocket. Each request sends only what is new, as Codex does. */
export const openAiResponsesSocketClient: Client = {
  name: 'responses over a WebSocket',
  begin({ url, bearer }) {
    const client = openRealtime(`${url}/v1/responses`, bearer)
    const opened = new Promise(resolve => client.socket.addEventListener('open', resolve))
    let waiting: string[] = []
    let previous: string | null = null
    let turns = 0
    return {
      async send(model, results = [], question) {
        await opened
        const outputs = results.map((output, at) => ({
          type: 'function_call_output',
          call_id: waiting[at] ?? '',
          output,
        }))
        client.say({
          type: 'response.create',
          model,
          input: previous && !question ? outputs : [{ role: 'user', content: question ?? QUESTION }],
          instructions: SYSTEM,
          store: false,
          include: ['reasoning.encrypted_content'],
          reasoning: { effort: 'medium', summary: 'auto' },
          tools: [{ type: 'function', strict: true, ...TOOL }],
          ...(previous && { previous_response_id: previous }),
        })
        turns++
        const ends = await until(
          async () => client.events.filter(({ type }) => ENDS.has(type ?? '')),
          found => found.length === turns,
        )
        const { response } = ends.at(-1) as { response?: Response }
        if (!response) throw new Error(JSON.stringify(ends.at(-1)))
        previous = response.id
        waiting = response.output.flatMap(item => (item.type === 'function_call' ? item.call_id : []))
        if (question) client.socket.close()
        return understood(response)
      },
    }
  },
}
