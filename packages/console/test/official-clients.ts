import Anthropic from '@anthropic-ai/sdk'
import { expect } from '@playwright/test'
import OpenAI from 'openai'
import { VECTOR } from './upstream/openai-embeddings.ts'

/** A relayed call and the tokens its answer reported. `cached` and `written` are part of `input`. */
export interface MadeCall {
  name: string
  requestId: string | null
  model: string
  isStream: boolean
  input: number
  cached: number
  written: number
  output: number
}

export const MODELS = { openai: ['gpt-5-mini', 'text-embedding-3-small'], anthropic: ['claude-sonnet-4-6'] }
const [CHAT_MODEL = '', EMBEDDING_MODEL = ''] = MODELS.openai
const [CLAUDE = ''] = MODELS.anthropic

/** Long enough that a provider reads part of it from its cache. */
const QUESTION = `${'The keeper of the gate writes everything down. '.repeat(120)}What does the keeper do?`
const messages = [{ role: 'user' as const, content: QUESTION }]

/** Every OpenAI endpoint through the official client, whole and streamed. */
export async function callOpenAi(baseURL: string, apiKey: string): Promise<MadeCall[]> {
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 })
  const made: MadeCall[] = []
  const note = (name: string, response: Response, model: string, isStream: boolean, usage: OpenAiUsage) =>
    made.push({ name, requestId: response.headers.get('x-request-id'), model, isStream, ...countsOfOpenAi(usage) })

  const listed = await client.models.list()
  expect(new Set(listed.data.map(({ id }) => id))).toEqual(new Set([...MODELS.openai, ...MODELS.anthropic]))

  const chat = { model: CHAT_MODEL, messages, reasoning_effort: 'low' as const }
  const whole = await client.chat.completions.create(chat).withResponse()
  const text = whole.data.choices[0]?.message.content
  note('chat', whole.response, CHAT_MODEL, false, whole.data.usage)

  const streamed = await client.chat.completions
    .create({ ...chat, stream: true, stream_options: { include_usage: true } })
    .withResponse()
  const pieces: string[] = []
  let usage: OpenAiUsage
  for await (const chunk of streamed.data) {
    pieces.push(chunk.choices[0]?.delta.content ?? '')
    usage = chunk.usage ?? usage
  }
  expect(pieces.filter(Boolean).length).toBeGreaterThan(1)
  expect(text).toContain('tollgate')
  note('chat, streamed', streamed.response, CHAT_MODEL, true, usage)

  const ask = { model: CHAT_MODEL, input: QUESTION }
  const response = await client.responses.create(ask).withResponse()
  expect(response.data.output_text).toContain('tollgate')
  note('responses', response.response, CHAT_MODEL, false, response.data.usage)

  const events = await client.responses.create({ ...ask, stream: true }).withResponse()
  let spoken = ''
  for await (const event of events.data) {
    if (event.type === 'response.output_text.delta') spoken += event.delta
    if (event.type !== 'response.completed') continue
    expect(event.response.output).toMatchObject([{ content: [{ text: spoken }] }])
    note('responses, streamed', events.response, CHAT_MODEL, true, event.response.usage)
  }

  const vectors = await client.embeddings.create({ model: EMBEDDING_MODEL, input: QUESTION }).withResponse()
  expect(vectors.data.data[0]?.embedding).toEqual(VECTOR)
  note('embeddings', vectors.response, EMBEDDING_MODEL, false, vectors.data.usage)
  return made
}

/** Messages through the official client, whole and streamed, and the free calls. */
export async function callAnthropic(baseURL: string, apiKey: string): Promise<MadeCall[]> {
  const client = new Anthropic({ baseURL, apiKey, maxRetries: 0 })
  const made: MadeCall[] = []
  const note = (name: string, response: Response, isStream: boolean, usage: AnthropicUsage) =>
    made.push({
      name,
      requestId: response.headers.get('x-request-id'),
      model: CLAUDE,
      isStream,
      ...countsOfAnthropic(usage),
    })

  const listed = await client.models.list()
  expect(listed.data.map(({ id }) => id)).toContain(CLAUDE)
  const counted = await client.messages.countTokens({ model: CLAUDE, messages }).withResponse()
  expect(counted.data.input_tokens).toBeGreaterThan(1000)
  note('count_tokens', counted.response, false, NOTHING_USED)

  const ask = { model: CLAUDE, max_tokens: 1024, messages }
  const whole = await client.messages.create(ask).withResponse()
  expect(whole.data.content).toMatchObject([{ type: 'text', text: expect.stringContaining('tollgate') }])
  note('messages', whole.response, false, whole.data.usage)

  const system = [{ type: 'text' as const, text: QUESTION, cache_control: { type: 'ephemeral' as const } }]
  const streamed = await client.messages.stream({ ...ask, system }).withResponse()
  const message = await streamed.data.finalMessage()
  expect(message.content).toMatchObject([{ type: 'text', text: expect.stringContaining('tollgate') }])
  note('messages, streamed', streamed.response, true, message.usage)
  return made
}

type OpenAiUsage =
  | OpenAI.CompletionUsage
  | OpenAI.Responses.ResponseUsage
  | OpenAI.CreateEmbeddingResponse.Usage
  | undefined

function countsOfOpenAi(usage: OpenAiUsage) {
  if (!usage) throw new Error('The answer reported no usage')
  if ('input_tokens' in usage) {
    const { input_tokens, input_tokens_details, output_tokens } = usage
    return { input: input_tokens, cached: input_tokens_details.cached_tokens, written: 0, output: output_tokens }
  }
  const details = 'prompt_tokens_details' in usage ? usage.prompt_tokens_details : undefined
  const output = 'completion_tokens' in usage ? usage.completion_tokens : 0
  return { input: usage.prompt_tokens, cached: details?.cached_tokens ?? 0, written: 0, output }
}

type AnthropicUsage = Pick<
  Anthropic.Usage,
  'input_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens' | 'output_tokens'
>
const NOTHING_USED: AnthropicUsage = {
  input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  output_tokens: 0,
}

/** Anthropic counts cached and written tokens beside the input. */
function countsOfAnthropic(usage: AnthropicUsage) {
  const cached = usage.cache_read_input_tokens ?? 0
  const written = usage.cache_creation_input_tokens ?? 0
  return { input: usage.input_tokens + cached + written, cached, written, output: usage.output_tokens }
}
