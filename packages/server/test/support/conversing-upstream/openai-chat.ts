import { inPieces, STEPS, type Step, TOKENS } from './script.ts'
import { event, type Paired, type SpokenDialect, unpaired } from './spoken-dialect.ts'

const MODEL = 'gpt-conversing'

const USAGE = {
  prompt_tokens: TOKENS.input,
  completion_tokens: TOKENS.output,
  total_tokens: TOKENS.input + TOKENS.output,
  completion_tokens_details: { reasoning_tokens: TOKENS.reasoning },
}

interface Message {
  role: string
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

/** Chat completions with the plain reasoning that many hosts add. Parallel calls are streamed at the same time. */
export const openAiChat: SpokenDialect = {
  type: 8,
  path: '/v1/chat/completions',
  model: MODEL,
  isStream: (_path, body) => JSON.parse(body).stream === true,
  whole: step => ({
    id: `chatcmpl-${step}`,
    object: 'chat.completion',
    created: 1,
    model: MODEL,
    choices: [{ index: 0, message: messageOf(step), finish_reason: finishOf(stepAt(step)) }],
    usage: USAGE,
  }),
  stream(step) {
    const { thought, text } = stepAt(step)
    const calls = callsOf(step)
    const halves = calls.map(({ function: { arguments: args } }) => inPieces(args))
    const deltas = [
      { role: 'assistant', content: '' },
      ...inPieces(thought).map(reasoning_content => ({ reasoning_content })),
      ...inPieces(text).map(content => ({ content })),
      ...calls.map((call, index) => ({
        tool_calls: [{ ...call, index, function: { ...call.function, arguments: '' } }],
      })),
      ...[0, 1].flatMap(half =>
        halves.map((pieces, index) => ({ tool_calls: [{ index, function: { arguments: pieces[half] } }] })),
      ),
    ]
    return [
      ...deltas.map(delta => chunk(step, [{ index: 0, delta, finish_reason: null }])),
      chunk(step, [{ index: 0, delta: {}, finish_reason: finishOf(stepAt(step)) }]),
      chunk(step, [], { usage: USAGE }),
      event('[DONE]'),
    ].join('')
  },
  results: body => messagesOf(body).filter(({ role }) => role === 'tool').length,
  rejection: body => unpaired(messagesOf(body).flatMap(toPaired)),
}

const stepAt = (step: number): Step => STEPS[step] as Step // the caller counted them

const finishOf = ({ calls }: Step): string => (calls.length > 0 ? 'tool_calls' : 'stop')

const callsOf = (step: number) =>
  stepAt(step).calls.map(({ name, args }, at) => ({
    id: `call_${step}_${at}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))

function messageOf(step: number): object {
  const { thought, text } = stepAt(step)
  const calls = callsOf(step)
  return {
    role: 'assistant',
    content: text || null,
    ...(thought && { reasoning_content: thought }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

const chunk = (step: number, choices: object[], more: object = {}): string =>
  event({ id: `chatcmpl-${step}`, object: 'chat.completion.chunk', created: 1, model: MODEL, choices, ...more })

const messagesOf = (body: string): Message[] => JSON.parse(body).messages

function toPaired({ role, tool_call_id = '', tool_calls = [] }: Message): Paired[] {
  if (role === 'tool') return [{ result: tool_call_id }]
  return ['between', ...tool_calls.map(({ id }) => ({ call: id }))]
}
