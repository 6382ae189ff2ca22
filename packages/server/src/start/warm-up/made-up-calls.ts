/** A call that nobody made, and its upstream's answer. */
export interface MadeUpCall {
  path: '/v1/chat/completions' | '/v1/messages'
  model: string
  /** The kind of channel that serves it. */
  type: number
  isStream: boolean
  answer: string
}

const TEXT = 'This is about as much as people ask, or models answer, in one short message. '.repeat(8)
const USAGE = { prompt_tokens: 180, completion_tokens: 140, total_tokens: 320 }
const MODELS = { openai: 'gpt-4o-mini', anthropic: 'claude-haiku-4-5' }

const events = (list: readonly { event?: string; data: object | '[DONE]' }[]) =>
  list
    .map(
      ({ event, data }) =>
        `${event ? `event: ${event}\n` : ''}data: ${data === '[DONE]' ? data : JSON.stringify(data)}\n\n`,
    )
    .join('')

const chatHead = { id: 'chatcmpl-1', created: 1, model: MODELS.openai }
const chatWhole = JSON.stringify({
  ...chatHead,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }],
  usage: USAGE,
})
const chatChunk = (delta: object, finish_reason: string | null = null) => ({
  data: { ...chatHead, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
})
const words = TEXT.split(/(?<= )/)
const chatStream = events([
  chatChunk({ role: 'assistant', content: '' }),
  ...words.map(content => chatChunk({ content })),
  chatChunk({}, 'stop'),
  { data: { ...chatHead, object: 'chat.completion.chunk', choices: [], usage: USAGE } },
  { data: '[DONE]' },
])

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: MODELS.anthropic,
  content: [] as object[],
  stop_reason: null as string | null,
  usage: { input_tokens: 180, output_tokens: 1 },
}
const messageWhole = JSON.stringify({
  ...message,
  content: [{ type: 'text', text: TEXT }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 180, output_tokens: 140 },
})
const messageStream = events([
  { event: 'message_start', data: { type: 'message_start', message } },
  {
    event: 'content_block_start',
    data: { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  },
  ...words.map(text => ({
    event: 'content_block_delta',
    data: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
  })),
  { event: 'content_block_stop', data: { type: 'content_block_stop', index: 0 } },
  {
    event: 'message_delta',
    data: { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 140 } },
  },
  { event: 'message_stop', data: { type: 'message_stop' } },
])

/** Types of channels, as stored. */
const OPENAI = 1
const ANTHROPIC = 14

const chat = { path: '/v1/chat/completions', model: MODELS.openai, type: OPENAI } as const
const messages = { path: '/v1/messages', model: MODELS.anthropic, type: ANTHROPIC } as const

/** What most clients ask most, in their upstream's dialect and converted. */
export const madeUpCalls: readonly MadeUpCall[] = [
  { ...chat, isStream: false, answer: chatWhole },
  { ...chat, isStream: true, answer: chatStream },
  { ...messages, isStream: false, answer: messageWhole },
  { ...messages, isStream: true, answer: messageStream },
  { ...messages, model: MODELS.openai, type: OPENAI, isStream: true, answer: chatStream },
  { ...chat, model: MODELS.anthropic, type: ANTHROPIC, isStream: false, answer: messageWhole },
]

/** Returns the body of a call; the number makes it another conversation. */
export const bodyOf = ({ model, isStream }: MadeUpCall, number: number): string =>
  JSON.stringify({
    model,
    max_tokens: 512,
    ...(isStream && { stream: true }),
    messages: [{ role: 'user', content: `${number}: ${TEXT}` }],
  })
