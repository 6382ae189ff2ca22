import type { Received } from './wire-upstream.ts'

export const SIGNATURE = 'c2lnbmVkIGJ5IHRoZSBmYW1pbHk='

/** Answers as Claude does: a signed thought, and a text that counts the messages received. */
export function claude({ body }: Received): Response {
  const { messages, stream } = JSON.parse(body)
  const usage = { input_tokens: 20, output_tokens: 10 }
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', stop_sequence: null }
  const thinking = { type: 'thinking', thinking: 'hm', signature: SIGNATURE }
  const text = { type: 'text', text: `${messages.length} messages` }
  if (!stream) return Response.json({ ...head, content: [thinking, text], stop_reason: 'end_turn', usage })
  const events = [
    { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: SIGNATURE } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: text.text } },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  const said = events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  return new Response(said.join(''), { headers: { 'content-type': 'text/event-stream' } })
}
