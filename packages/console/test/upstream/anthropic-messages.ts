import { type Answer, type Asked, countsFor, frame, newId, wordsFor } from './answer.ts'

/** `POST /v1/messages`. Tokens read from and written to the cache are counted outside `input_tokens`. */
export function answerMessages(asked: Asked): Answer {
  const words = wordsFor(asked)
  const counts = countsFor(asked, words, false)
  const fresh = counts.input - counts.cached
  const written = asked.text.includes('"cache_control"') ? Math.floor(fresh / 2) : 0
  const usage = {
    input_tokens: fresh - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: counts.cached,
    cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 },
    output_tokens: counts.output,
    service_tier: 'standard',
  }
  const message = {
    id: newId('msg_'),
    type: 'message',
    role: 'assistant',
    model: asked.model,
    content: [{ type: 'text', text: words.join('') }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage,
  }
  const begun = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  const events: [type: string, members?: object][] = [
    ['message_start', { message: begun }],
    ['content_block_start', { index: 0, content_block: { type: 'text', text: '' } }],
    ['ping'],
    ...words.map((text): [string, object] => [
      'content_block_delta',
      { index: 0, delta: { type: 'text_delta', text } },
    ]),
    ['content_block_stop', { index: 0 }],
    [
      'message_delta',
      { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: counts.output } },
    ],
    ['message_stop'],
  ]
  return { whole: message, frames: events.map(([type, members]) => frame({ type, ...members }, type)) }
}

/** `POST /v1/messages/count_tokens` */
export function countMessageTokens(asked: Asked): Answer {
  return { whole: { input_tokens: countsFor(asked, [], false).input }, frames: [] }
}
