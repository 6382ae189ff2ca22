import { readMember } from '@tollgate/gateway'
import type { CreateMessage } from './client-message.ts'

/** Returns the events of an empty response that was not generated and costs nothing. */
export function warmUpEvents({ body }: CreateMessage, id: string, now: number): string[] {
  const opened = {
    id,
    object: 'response',
    created_at: now,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model: readMember(body, 'model') ?? '',
    output: [],
    store: false,
  }
  const usage = {
    input_tokens: 0,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 0,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 0,
  }
  return [
    { type: 'response.created', sequence_number: 0, response: opened },
    { type: 'response.completed', sequence_number: 1, response: { ...opened, status: 'completed', usage } },
  ].map(event => JSON.stringify(event))
}
