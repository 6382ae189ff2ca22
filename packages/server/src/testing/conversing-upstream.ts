import type { Channel } from '@tollgate/contract'

/** A dialect an upstream holds the conversation in. */
export interface SpokenDialect {
  /** The channel type that leads there. */
  type: number
  /** The model's name; every dialect has its own. */
  model: string
  isStream(path: string, body: string): boolean
  /** Tells the second turn from the first. */
  hasToolResult(body: string): boolean
  whole: Record<Turn, object>
  /** As it goes over the wire. */
  stream: Record<Turn, string>
}

/** First the model thinks and calls a tool, then, given the result, it answers. */
export type Turn = 'calls' | 'answers'

export const THOUGHT = 'The user wants the weather, so I look it up.'
export const CALL = { name: 'get_weather', args: { city: 'Paris' } }
export const RESULT = 'sunny, 21 °C'
export const ANSWER = 'It is sunny in Paris, at 21 °C.'
/** What the upstream signs its thought with. */
export const SEAL = 'c2lnbmVkIGJ5IHRoZSB1cHN0cmVhbQ=='
/** Tokens each turn reports, 10 of the output being thought. */
export const TOKENS = { input: 100, output: 30, reasoning: 10 }

const ARGUMENTS = JSON.stringify(CALL.args)
const halves = (text: string): [string, string] => [text.slice(0, 12), text.slice(12)]
const event = (value: unknown, name?: string): string =>
  `${name ? `event: ${name}\n` : ''}data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`

// ── OpenAI Chat, with the reasoning many hosts add

const chat = (message: object, finish_reason: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-conversing',
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason }],
  usage: CHAT_USAGE,
})
const CHAT_USAGE = {
  prompt_tokens: TOKENS.input,
  completion_tokens: TOKENS.output,
  total_tokens: TOKENS.input + TOKENS.output,
  completion_tokens_details: { reasoning_tokens: TOKENS.reasoning },
}
const chatChunk = (choices: object[], more: object = {}): string =>
  event({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gpt-conversing', choices, ...more })
const chatStream = (deltas: object[], finish_reason: string): string =>
  [
    ...deltas.map(delta => chatChunk([{ index: 0, delta, finish_reason: null }])),
    chatChunk([{ index: 0, delta: {}, finish_reason }]),
    chatChunk([], { usage: CHAT_USAGE }),
    event('[DONE]'),
  ].join('')
const chatCall = (fields: object, callFields: object) => ({
  tool_calls: [{ index: 0, ...callFields, function: fields }],
})

// ── Anthropic Messages

const messages = (content: object[], stop_reason: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-conversing',
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: TOKENS.input, output_tokens: TOKENS.output },
})
const messagesStream = (blocks: [block: object, ...deltas: object[]][], stop_reason: string): string => {
  const blockEvents = blocks.flatMap(([content_block, ...deltas], index) => [
    { type: 'content_block_start', index, content_block },
    ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ])
  const end = { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: TOKENS.output } }
  return [
    { type: 'message_start', message: { ...messages([], ''), stop_reason: null } },
    ...blockEvents,
    { type: 'message_delta', ...end },
    { type: 'message_stop' },
  ]
    .map(each => event(each, each.type))
    .join('')
}

// ── Gemini

const generated = (parts: object[], finishReason?: string) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
  usageMetadata: {
    promptTokenCount: TOKENS.input,
    candidatesTokenCount: TOKENS.output - TOKENS.reasoning,
    thoughtsTokenCount: TOKENS.reasoning,
    totalTokenCount: TOKENS.input + TOKENS.output,
  },
  modelVersion: 'gemini-conversing',
  responseId: 'response-1',
})
const geminiStream = (...answers: object[]): string =>
  answers.map(answer => `data: ${JSON.stringify(answer)}\r\n\r\n`).join('')

export const dialects = {
  openai: {
    type: 1,
    model: 'gpt-conversing',
    isStream: (_path, body) => JSON.parse(body).stream === true,
    hasToolResult: body => body.includes('"role":"tool"'),
    whole: {
      calls: chat(
        {
          reasoning_content: THOUGHT,
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: CALL.name, arguments: ARGUMENTS } }],
        },
        'tool_calls',
      ),
      answers: chat({ content: ANSWER }, 'stop'),
    },
    stream: {
      calls: chatStream(
        [
          { role: 'assistant', content: null },
          ...halves(THOUGHT).map(reasoning_content => ({ reasoning_content })),
          chatCall({ name: CALL.name, arguments: '' }, { id: 'call_1', type: 'function' }),
          ...halves(ARGUMENTS).map(piece => chatCall({ arguments: piece }, {})),
        ],
        'tool_calls',
      ),
      answers: chatStream(
        halves(ANSWER).map(content => ({ content })),
        'stop',
      ),
    },
  },
  anthropic: {
    type: 14,
    model: 'claude-conversing',
    isStream: (_path, body) => JSON.parse(body).stream === true,
    hasToolResult: body => body.includes('"tool_result"'),
    whole: {
      calls: messages(
        [
          { type: 'thinking', thinking: THOUGHT, signature: SEAL },
          { type: 'tool_use', id: 'toolu_1', name: CALL.name, input: CALL.args },
        ],
        'tool_use',
      ),
      answers: messages([{ type: 'text', text: ANSWER }], 'end_turn'),
    },
    stream: {
      calls: messagesStream(
        [
          [
            { type: 'thinking', thinking: '', signature: '' },
            ...halves(THOUGHT).map(thinking => ({ type: 'thinking_delta', thinking })),
            { type: 'signature_delta', signature: SEAL },
          ],
          [
            { type: 'tool_use', id: 'toolu_1', name: CALL.name, input: {} },
            ...halves(ARGUMENTS).map(partial_json => ({ type: 'input_json_delta', partial_json })),
          ],
        ],
        'tool_use',
      ),
      answers: messagesStream(
        [[{ type: 'text', text: '' }, ...halves(ANSWER).map(text => ({ type: 'text_delta', text }))]],
        'end_turn',
      ),
    },
  },
  gemini: {
    type: 24,
    model: 'gemini-conversing',
    isStream: path => path.includes(':streamGenerateContent'),
    hasToolResult: body => body.includes('"functionResponse"'),
    whole: {
      calls: generated(
        [
          { text: THOUGHT, thought: true },
          { functionCall: CALL, thoughtSignature: SEAL },
        ],
        'STOP',
      ),
      answers: generated([{ text: ANSWER }], 'STOP'),
    },
    stream: {
      calls: geminiStream(
        ...halves(THOUGHT).map(text => generated([{ text, thought: true }])),
        generated([{ functionCall: CALL, thoughtSignature: SEAL }], 'STOP'),
      ),
      answers: geminiStream(generated([{ text: halves(ANSWER)[0] }]), generated([{ text: halves(ANSWER)[1] }], 'STOP')),
    },
  },
} satisfies Record<string, SpokenDialect>

export type SpokenDialectName = keyof typeof dialects

export interface ConversingUpstream {
  url: string
  /** Bodies of the requests so far, oldest first. */
  bodies: string[]
  stop(): Promise<void>
}

/** An upstream that holds the same little conversation in one dialect. */
export function startConversingUpstream(dialect: SpokenDialect): ConversingUpstream {
  const bodies: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = await request.text()
      bodies.push(body)
      const turn = dialect.hasToolResult(body) ? 'answers' : 'calls'
      return dialect.isStream(new URL(request.url).pathname, body)
        ? new Response(dialect.stream[turn], { headers: { 'content-type': 'text/event-stream' } })
        : Response.json(dialect.whole[turn])
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, bodies, stop: () => server.stop(true) }
}

/** The fields of a channel that leads to it. */
export const channelTo = ({ url }: ConversingUpstream, { type, model }: SpokenDialect): Partial<Channel> => ({
  type,
  base_url: url,
  models: model,
})
