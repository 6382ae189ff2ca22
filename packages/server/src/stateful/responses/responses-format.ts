import { asText } from '@tollgate/gateway'
import type { Item } from './store/index.ts'
import type { StoredFormat, StoredFrame } from './stored-format.ts'

/** OpenAI's Responses: the last event of a stream carries the whole response. */
export const responsesFormat: StoredFormat = {
  items: 'output',
  reader: () => frame => (isLast(frame) ? ((JSON.parse(frame.data) as Item).response as Item) : null),
  event(data, number) {
    const event = JSON.parse(data) as Item
    // Not every host numbers its events.
    const isNumbered = event.sequence_number === number
    const numbered = isNumbered ? data : JSON.stringify({ ...event, sequence_number: number })
    return { type: asText(event.type) ?? '', number, data: numbered }
  },
  queued({ logged, envelope }, { members }, now) {
    const repeated = REPEATED.map(name => [name, envelope.member(name) ?? null] as const)
    return {
      object: 'response',
      created_at: now,
      status: 'queued',
      error: null,
      incomplete_details: null,
      model: logged.model,
      output: [],
      ...Object.fromEntries(repeated),
      tools: envelope.member('tools') ?? [],
      parallel_tool_calls: envelope.member('parallel_tool_calls') ?? true,
      tool_choice: envelope.member('tool_choice') ?? 'auto',
      ...members,
    }
  },
  failed: (response, { code, message }) => ({ ...response, status: 'failed', error: { code, message } }),
  failure: failed => ({ type: 'response.failed', number: 0, data: eventData('response.failed', 0, failed) }),
}

const LAST_EVENTS = ['response.completed', 'response.incomplete', 'response.failed']

/** Whether an event ends a response. Some hosts have the type only in the data. */
const isLast = ({ event, data }: StoredFrame): boolean =>
  event === null
    ? LAST_EVENTS.some(type => data.includes(`"type":"${type}"`) || data.includes(`"type": "${type}"`))
    : LAST_EVENTS.includes(event)

export const eventData = (type: string, number: number, response: Item): string =>
  JSON.stringify({ type, sequence_number: number, response })

/** Members of the request that its response repeats. */
const REPEATED = [
  'instructions',
  'max_output_tokens',
  'metadata',
  'reasoning',
  'temperature',
  'text',
  'top_p',
  'truncation',
]
