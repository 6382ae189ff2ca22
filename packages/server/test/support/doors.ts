import type { Operator } from './gateway.ts'

/** The tokens that the upstream reads for anything a request refers to, and the cost of such a call. */
const READ_TOKENS = 200_000

export type Json = Record<string, unknown>

const ADDRESS = 'https://example.com/a'
const user = (content: unknown) => [{ role: 'user', content }]
const said = (...content: Json[]): Json => ({ messages: user(content) })
const parts = (...given: Json[]): Json => ({ contents: [{ role: 'user', parts: given }] })
const hello = { messages: user('Hello') }

const CHAT = '/v1/chat/completions'
const RESPONSES = '/v1/responses'
const MESSAGES = '/v1/messages'
const GEMINI = '/v1beta/models/gemini:generateContent'
const INTERACTIONS = '/v1beta/interactions'

/**
 * Ways to make an upstream read content that the request does not contain. If a model's format differs from its path's,
 * the call is converted.
 */
export const DOORS: readonly [path: string, model: string, body: Json | string][] = [
  [CHAT, 'chat', { ...hello, data_sources: [{ type: 'azure_search' }] }],
  [CHAT, 'chat', { messages: [{ role: 'system', content: 'fileid://file-1' }] }],
  [CHAT, 'chat', { ...hello, enable_search: true }],
  [CHAT, 'chat', { messages: [{ role: 'cache', content: 'tag=a' }, ...user('Hello')] }],
  [CHAT, 'chat', { ...hello, search_parameters: { mode: 'on' } }],
  [CHAT, 'chat', { ...hello, chat_template: '{{ messages }}' }],
  [CHAT, 'chat', { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }, ...user('Go on')] }],
  [CHAT, 'chat', said({ type: 'video_url', video_url: { url: ADDRESS } })],
  [CHAT, 'chat', said({ type: 'file', file: { file_data: ADDRESS } })],
  [
    CHAT,
    'chat',
    `{"model":"chat","messages":[{"role":"user","content":[{"type"${' '.repeat(9)}:\n"file","file":{"file_\\u0069d":"f"}}]}]}`,
  ],
  [CHAT, 'messages', said({ type: 'image_url', image_url: { url: 'HTTPS://example.com/a' } })],
  [RESPONSES, 'responses', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
  [RESPONSES, 'responses', { input: 'Hello', tools: [{ type: 'x_search' }] }],
  [RESPONSES, 'responses', { input: 'Hello', tools: [{ type: 'shell' }] }],
  [RESPONSES, 'chat', { input: user([{ type: 'input_file', file_url: ADDRESS }]) }],
  [MESSAGES, 'messages', { max_tokens: 50, ...hello, tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] }],
  [MESSAGES, 'messages', { max_tokens: 50, ...hello, tools: [{ type: 'advisor_20260301', name: 'advisor' }] }],
  [GEMINI, 'gemini', { ...parts({ text: 'Hello' }), tools: [{ googleMaps: {} }] }],
  [GEMINI, 'gemini', { ...parts({ text: 'Hello' }), tools: [{ retrieval: {} }] }],
  [GEMINI, 'gemini', parts({ fileData: { fileUri: 'gs://bucket/a' } })],
  ['/v1/embeddings', 'vectors', { input: [{ image: ADDRESS }] }],
  ['/v1/rerank', 'vectors', { query: 'a', documents: [{ image: ADDRESS }] }],
  [INTERACTIONS, 'gemini', { input: 'Hello', tools: [{ type: 'google_maps' }] }],
  [INTERACTIONS, 'gemini', { input: [{ type: 'document', uri: 'gs://bucket/a' }] }],
]

/** An upstream that reads and reports this much for every call. */
export function readsMuch({ path }: { path: string }): Response {
  const usage = { prompt_tokens: READ_TOKENS, completion_tokens: 1, total_tokens: READ_TOKENS + 1 }
  const counted = { input_tokens: READ_TOKENS, output_tokens: 1 }
  if (path.includes('generateContent'))
    return Response.json({
      candidates: [{ content: { role: 'model', parts: [{ text: 'a' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: READ_TOKENS, candidatesTokenCount: 1 },
    })
  if (path.endsWith('/responses'))
    return Response.json({ id: 'r', object: 'response', status: 'completed', output: [], usage: counted })
  if (path.endsWith('/messages'))
    return Response.json({
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [],
      stop_reason: 'end_turn',
      usage: counted,
    })
  if (path.endsWith('/embeddings')) return Response.json({ object: 'list', data: [], usage })
  const message = { role: 'assistant', content: 'a' }
  return Response.json({
    id: 'c',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage,
  })
}

const MODELS = ['chat', 'responses', 'messages', 'gemini', 'vectors', 'sounds']

/** Channels for the models of all doors, at one quota per token. */
export async function makeDoorChannels(operator: Operator, url: string): Promise<void> {
  await operator.makeChannel({ type: 1, base_url: url, models: 'chat,responses,vectors,sounds' })
  await operator.makeChannel({ type: 14, base_url: url, models: 'messages' })
  await operator.makeChannel({ type: 24, base_url: url, models: 'gemini' })
  const each = (value: number) => JSON.stringify(Object.fromEntries(MODELS.map(model => [model, value])))
  await operator.setOption('ModelRatio', each(1))
  await operator.setOption('CompletionRatio', each(1))
  await operator.setOption('relay_setting.context_windows', each(READ_TOKENS))
}

/** The status for a too low quota at this path. */
export const tooLittleAt = (path: string): number => (path.startsWith(MESSAGES) ? 402 : 403)
