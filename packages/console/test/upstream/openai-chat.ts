import { type Answer, type Asked, countsFor, frame, newId, unixNow, wordsFor } from './answer.ts'

interface ChatAsked extends Asked {
  stream_options?: { include_usage?: boolean }
  reasoning_effort?: string
}

/** `POST /v1/chat/completions` */
export function answerChat(asked: ChatAsked): Answer {
  const words = wordsFor(asked)
  const counts = countsFor(asked, words, asked.reasoning_effort !== undefined)
  const usage = {
    prompt_tokens: counts.input,
    completion_tokens: counts.output,
    total_tokens: counts.input + counts.output,
    prompt_tokens_details: { cached_tokens: counts.cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: counts.reasoning, audio_tokens: 0 },
  }
  const common = { id: newId('chatcmpl-'), created: unixNow(), model: asked.model }
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...common,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  })
  const chunks = [
    chunk({ role: 'assistant', content: '' }),
    ...words.map(content => chunk({ content })),
    chunk({}, 'stop'),
    ...(asked.stream_options?.include_usage ? [{ ...chunk({}), choices: [], usage }] : []),
  ]
  const message = { role: 'assistant', content: words.join(''), refusal: null }
  return {
    whole: {
      ...common,
      object: 'chat.completion',
      choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
      usage,
    },
    frames: [...chunks.map(data => frame(data)), frame('[DONE]')],
  }
}
