import { startWireUpstream, type WireUpstream } from './wire-upstream.ts'

/** The output a request allows, by whichever of its limits is the highest. */
interface Allowed {
  tokens: number
  answers: number
}

/** How one wire format states its limit, and answers with that many tokens. */
interface Speech {
  path: RegExp
  allowed(body: Json): Allowed
  whole(text: string, input: number, tokens: number): object
  /** Before the first words. */
  begin?(input: number): object[]
  stream(text: string): object[]
  end(input: number, tokens: number): object[]
}

type Json = Record<string, unknown>

/** Output tokens if the request has no limit: the most that any of the models can write. */
export const UNLIMITED = 8_192

export interface GreedyUpstream extends WireUpstream {
  /** Tokens of the longest answer that stops by itself. */
  length: number
}

/**
 * An upstream of every format that writes as much as it may, up to a length, and reports it. Models called `o3` spend
 * all of it on hidden reasoning.
 */
export function startGreedyUpstream(length = UNLIMITED): GreedyUpstream {
  const upstream = startWireUpstream(({ path, body: text }): Response => {
    const body = JSON.parse(text) as Json
    const speech = SPEECHES.find(candidate => candidate.path.test(path))
    if (!speech) return new Response('no such path', { status: 404 })
    const { tokens, answers } = speech.allowed(body)
    const written = Math.min(tokens, greedy.length) * answers
    const shown = text.includes('"o3"') ? 1 : written
    const input = Math.ceil(text.length / 4)
    if (body.stream === true || path.includes(':stream')) return streamed(speech, shown, input, written)
    return Response.json(speech.whole('word '.repeat(shown), input, written))
  })
  const greedy = Object.assign(upstream, { length })
  return greedy
}

const WORDS_AT_ONCE = 400

function streamed(speech: Speech, shown: number, input: number, tokens: number): Response {
  let left = shown
  let isOver = false
  const send = (controller: ReadableStreamDefaultController, events: object[]) => {
    for (const event of events) controller.enqueue(`data: ${JSON.stringify(event)}\n\n`)
  }
  const body = new ReadableStream({
    start: controller => send(controller, speech.begin?.(input) ?? []),
    async pull(controller) {
      const words = Math.min(left, WORDS_AT_ONCE)
      left -= words
      send(controller, words > 0 ? speech.stream('word '.repeat(words)) : speech.end(input, tokens))
      // let other work run
      await new Promise(resolve => setImmediate(resolve))
      if (words > 0 || isOver) return
      isOver = true
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const limit = (...said: unknown[]): number => {
  const words = said.filter(value => value !== undefined && value !== null)
  if (words.length === 0) return UNLIMITED
  return Math.max(...words.map(value => (typeof value === 'number' && value >= 1 ? Math.ceil(value) : UNLIMITED)))
}
const count = (...said: unknown[]): number => Math.max(1, ...said.map(value => (typeof value === 'number' ? value : 1)))

const chatUsage = (prompt_tokens: number, completion_tokens: number) => ({ prompt_tokens, completion_tokens })
const partUsage = (input_tokens: number, output_tokens: number) => ({ input_tokens, output_tokens })
const contentUsage = (promptTokenCount: number, candidatesTokenCount: number) => ({
  promptTokenCount,
  candidatesTokenCount,
})
const message = (text: string) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] })
const candidate = (text: string, finishReason?: string) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason }],
})

const SPEECHES: readonly Speech[] = [
  {
    path: /\/chat\/completions$/,
    allowed: body => ({ tokens: limit(body.max_tokens, body.max_completion_tokens), answers: count(body.n) }),
    whole: (content, input, tokens) => ({
      id: 'c',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: chatUsage(input, tokens),
    }),
    stream: content => [{ id: 'c', choices: [{ index: 0, delta: { content }, finish_reason: null }] }],
    end: (input, tokens) => [
      { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { id: 'c', choices: [], usage: chatUsage(input, tokens) },
    ],
  },
  {
    path: /\/completions$/,
    allowed: body => ({ tokens: limit(body.max_tokens), answers: count(body.n, body.best_of) }),
    whole: (text, input, tokens) => ({
      id: 'c',
      choices: [{ index: 0, text, finish_reason: 'stop' }],
      usage: chatUsage(input, tokens),
    }),
    stream: text => [{ id: 'c', choices: [{ index: 0, text, finish_reason: null }] }],
    end: (input, tokens) => [
      { id: 'c', choices: [{ index: 0, text: '', finish_reason: 'stop' }], usage: chatUsage(input, tokens) },
    ],
  },
  {
    path: /\/responses$/,
    allowed: body => ({ tokens: limit(body.max_output_tokens), answers: 1 }),
    whole: (text, input, tokens) => ({
      id: 'r',
      object: 'response',
      status: 'completed',
      output: [message(text)],
      usage: partUsage(input, tokens),
    }),
    stream: delta => [{ type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta }],
    end: (input, tokens) => [
      {
        type: 'response.completed',
        response: { id: 'r', status: 'completed', output: [message('.')], usage: partUsage(input, tokens) },
      },
    ],
  },
  {
    path: /\/messages$/,
    allowed: body => ({ tokens: limit(body.max_tokens), answers: 1 }),
    whole: (text, input, tokens) => ({
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: partUsage(input, tokens),
    }),
    begin: input => [
      { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: partUsage(input, 1) } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ],
    stream: text => [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }],
    end: (input, tokens) => [
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: partUsage(input, tokens) },
      { type: 'message_stop' },
    ],
  },
  {
    path: /[gG]enerateContent/,
    allowed(body) {
      const configs = [body.generationConfig, body.generation_config].filter(config => config !== undefined).map(object)
      const tokens = configs.map(config => limit(config.maxOutputTokens, config.max_output_tokens))
      const answers = configs.flatMap(config => [config.candidateCount, config.candidate_count])
      return { tokens: tokens.length > 0 ? Math.max(...tokens) : UNLIMITED, answers: count(...answers) }
    },
    whole: (text, input, tokens) => ({ ...candidate(text, 'STOP'), usageMetadata: contentUsage(input, tokens) }),
    stream: text => [candidate(text)],
    end: (input, tokens) => [{ ...candidate('', 'STOP'), usageMetadata: contentUsage(input, tokens) }],
  },
  {
    path: /\/v2\/chat$/,
    allowed: body => ({ tokens: limit(body.max_tokens), answers: 1 }),
    whole: (text, input_tokens, output_tokens) => ({
      id: 'c',
      message: { role: 'assistant', content: [{ type: 'text', text }] },
      finish_reason: 'COMPLETE',
      usage: { tokens: { input_tokens, output_tokens }, billed_units: { input_tokens, output_tokens } },
    }),
    begin: () => [
      { type: 'message-start', id: 'c', delta: { message: { role: 'assistant', content: [] } } },
      { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
    ],
    stream: text => [{ type: 'content-delta', index: 0, delta: { message: { content: { text } } } }],
    end: (input_tokens, output_tokens) => [
      { type: 'content-end', index: 0 },
      {
        type: 'message-end',
        delta: {
          finish_reason: 'COMPLETE',
          usage: { tokens: { input_tokens, output_tokens }, billed_units: { input_tokens, output_tokens } },
        },
      },
    ],
  },
]
