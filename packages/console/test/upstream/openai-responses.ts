import { type Answer, type Asked, countsFor, frame, newId, unixNow, wordsFor } from './answer.ts'

interface ResponsesAsked extends Asked {
  reasoning?: { effort?: string }
}

/** `POST /v1/responses` */
export function answerResponses(asked: ResponsesAsked): Answer {
  const words = wordsFor(asked)
  const counts = countsFor(asked, words, asked.reasoning !== undefined)
  const text = words.join('')
  const part = { type: 'output_text', text, annotations: [], logprobs: [] }
  const item = { id: newId('msg_'), type: 'message', role: 'assistant', status: 'completed', content: [part] }
  const whole = {
    id: newId('resp_'),
    object: 'response',
    created_at: unixNow(),
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: asked.model,
    output: [item],
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    usage: {
      input_tokens: counts.input,
      input_tokens_details: { cached_tokens: counts.cached },
      output_tokens: counts.output,
      output_tokens_details: { reasoning_tokens: counts.reasoning },
      total_tokens: counts.input + counts.output,
    },
  }
  const begun = { ...whole, status: 'in_progress', output: [], usage: null }
  const place = { item_id: item.id, output_index: 0, content_index: 0 }
  const events: [type: string, members: object][] = [
    ['response.created', { response: begun }],
    ['response.in_progress', { response: begun }],
    ['response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } }],
    ['response.content_part.added', { ...place, part: { ...part, text: '' } }],
    ...words.map((delta): [string, object] => ['response.output_text.delta', { ...place, delta, logprobs: [] }]),
    ['response.output_text.done', { ...place, text, logprobs: [] }],
    ['response.content_part.done', { ...place, part }],
    ['response.output_item.done', { output_index: 0, item }],
    ['response.completed', { response: whole }],
  ]
  return {
    whole,
    frames: events.map(([type, members], sequence_number) => frame({ type, sequence_number, ...members }, type)),
  }
}
