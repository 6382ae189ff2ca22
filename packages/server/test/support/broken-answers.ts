import type { Known } from '@tollgate/contract'

/** Token counts of a report before the answer's end, and of the final one. */
export const RUNNING = { input: 50, output: 3 }
export const FINAL = { input: 100, output: 20 }
/** The text of every response. */
export const SAID = 'The gate stands open till the evening bell.'

/** How one protocol's calls and answers look, as far as a test interrupts them. */
export interface BreakableProtocol {
  channelType: number
  path(model: string, isStream: boolean): string
  body(model: string, isStream: boolean): object
  /** The part of a stream sent when this much is known; null: the protocol has no such state before its end. */
  upTo: Record<Known, string | null>
  /** The rest of a stream after the part without usage. */
  rest: string
  error: string
  /** A whole response with this much known about its usage. */
  whole: Record<Exclude<Known, 'running_usage' | 'nothing'>, object>
}

const data = (...values: (object | string)[]): string =>
  values.map(value => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join('')
const events = (...values: { type: string; [field: string]: unknown }[]): string =>
  values.map(value => `event: ${value.type}\n${data(value)}`).join('')

const openAiUsage = ({ input, output }: typeof FINAL) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
})
const chunk = (delta: object, more: object = {}, finish: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})
const chatHead = data(chunk({ role: 'assistant', content: '' }))
const chatText = (usage?: object) => data(chunk({ content: SAID }, usage && { usage }))
const chatUsage = data(chunk({}, {}, 'stop'), { id: 'c', choices: [], usage: openAiUsage(FINAL) })
const chatWhole = (more: object) => ({
  id: 'c',
  choices: [{ index: 0, message: { role: 'assistant', content: SAID }, finish_reason: 'stop' }],
  ...more,
})

const response = (status: string, more: object = {}) => ({ id: 'r', object: 'response', model: 'm', status, ...more })
const item = { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: SAID }] }
const responsesUsage = { usage: { input_tokens: FINAL.input, output_tokens: FINAL.output } }
const responsesHead = events({ type: 'response.created', response: response('in_progress', { output: [] }) })
const responsesText = events({ type: 'response.output_text.delta', item_id: 'm', output_index: 0, delta: SAID })

const message = (usage: object, more: object = {}) => ({ id: 'm', type: 'message', role: 'assistant', usage, ...more })
const startMessage = (usage: object) => events({ type: 'message_start', message: message(usage, { content: [] }) })
const messageText = events(
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: SAID } },
)
const running = { input_tokens: RUNNING.input, output_tokens: RUNNING.output }
const messageUsage = events(
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn' },
    usage: { input_tokens: FINAL.input, output_tokens: FINAL.output },
  },
)
const messageWhole = (usage: object) =>
  message(usage, { content: [{ type: 'text', text: SAID }], stop_reason: 'end_turn' })

const candidate = (text: string, more: object = {}, finishReason?: string) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason }],
  ...more,
})
const geminiUsage = ({ input, output }: typeof FINAL) => ({
  usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
})

const asked = [{ role: 'user', content: 'When does the gate close?' }]

export const PROTOCOLS: Readonly<Record<'chat' | 'responses' | 'messages' | 'gemini', BreakableProtocol>> = {
  chat: {
    channelType: 1,
    path: () => '/v1/chat/completions',
    body: (model, stream) => ({
      model,
      stream,
      messages: asked,
      ...(stream && { stream_options: { include_usage: true } }),
    }),
    upTo: {
      nothing: chatHead,
      visible_text: chatHead + chatText(),
      running_usage: chatHead + chatText(openAiUsage(RUNNING)),
      final_usage: chatHead + chatText() + chatUsage,
    },
    rest: chatUsage + data('[DONE]'),
    error: data({ error: { message: 'Overloaded', type: 'server_error', code: 'overloaded' } }),
    whole: { visible_text: chatWhole({}), final_usage: chatWhole({ usage: openAiUsage(FINAL) }) },
  },
  responses: {
    channelType: 1,
    path: () => '/v1/responses',
    body: (model, stream) => ({ model, stream, input: asked }),
    upTo: {
      nothing: responsesHead,
      visible_text: responsesHead + responsesText,
      running_usage: null,
      final_usage: null,
    },
    rest: events({
      type: 'response.completed',
      response: response('completed', { output: [item], ...responsesUsage }),
    }),
    error: events({ type: 'error', code: 'server_error', message: 'Overloaded', param: null }),
    whole: {
      visible_text: response('completed', { output: [item] }),
      final_usage: response('completed', { output: [item], ...responsesUsage }),
    },
  },
  messages: {
    channelType: 14,
    path: () => '/v1/messages',
    body: (model, stream) => ({ model, stream, max_tokens: 1_000, messages: asked }),
    upTo: {
      nothing: startMessage({}),
      visible_text: startMessage({}) + messageText,
      running_usage: startMessage(running) + messageText,
      final_usage: startMessage(running) + messageText + messageUsage,
    },
    rest: messageUsage + events({ type: 'message_stop' }),
    error: events({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    whole: {
      visible_text: messageWhole({}),
      final_usage: messageWhole({ input_tokens: FINAL.input, output_tokens: FINAL.output }),
    },
  },
  gemini: {
    channelType: 24,
    path: (model, isStream) =>
      `/v1beta/models/${model}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: () => ({ contents: [{ role: 'user', parts: [{ text: 'When does the gate close?' }] }] }),
    upTo: {
      nothing: data({ candidates: [] }),
      visible_text: data(candidate(SAID)),
      running_usage: data(candidate(SAID, geminiUsage(RUNNING))),
      final_usage: null,
    },
    rest: data(candidate('', geminiUsage(FINAL), 'STOP')),
    error: data({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }),
    whole: { visible_text: candidate(SAID, {}, 'STOP'), final_usage: candidate(SAID, geminiUsage(FINAL), 'STOP') },
  },
}
