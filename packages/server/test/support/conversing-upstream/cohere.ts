import { inPieces, STEPS, type Step, TOKENS } from './script.ts'
import { event, type Paired, type SpokenDialect, unpaired } from './spoken-dialect.ts'

interface Message {
  role: string
  tool_calls?: { id: string }[]
  tool_call_id?: string
}

/** Cohere's second version. Its thoughts are content blocks. */
export const cohere: SpokenDialect = {
  type: 34,
  model: 'command-conversing',
  isStream: (_path, body) => JSON.parse(body).stream === true,
  whole: step => ({
    id: `answer-${step}`,
    finish_reason: finishOf(step),
    message: { role: 'assistant', content: blocksOf(step), ...(hasCalls(step) && { tool_calls: callsOf(step) }) },
    usage: USAGE,
  }),
  stream(step) {
    const told = (type: string, message: object, index?: number) => ({ type, index, delta: { message } })
    const events = [
      { type: 'message-start', id: `answer-${step}`, delta: { message: { role: 'assistant' } } },
      ...blocksOf(step).flatMap((block, index) => [
        told('content-start', { content: { ...block, [block.type]: '' } }, index),
        ...inPieces(textOf(block)).map(text => told('content-delta', { content: { [block.type]: text } }, index)),
        { type: 'content-end', index },
      ]),
      ...callsOf(step).flatMap(({ function: { name, arguments: args }, ...call }, index) => [
        told('tool-call-start', { tool_calls: { ...call, function: { name, arguments: '' } } }, index),
        ...inPieces(args).map(piece =>
          told('tool-call-delta', { tool_calls: { function: { arguments: piece } } }, index),
        ),
        { type: 'tool-call-end', index },
      ]),
      { type: 'message-end', delta: { finish_reason: finishOf(step), usage: USAGE } },
    ]
    return events.map(each => event(each, each.type)).join('')
  },
  results: body => messagesOf(body).filter(({ role }) => role === 'tool').length,
  rejection: body => unpaired(messagesOf(body).flatMap(toPaired)),
}

const USAGE = {
  billed_units: { input_tokens: TOKENS.input, output_tokens: TOKENS.output },
  tokens: { input_tokens: TOKENS.input + 400, output_tokens: TOKENS.output },
}

type Block = { type: 'thinking'; thinking: string } | { type: 'text'; text: string }

function blocksOf(step: number): Block[] {
  const { thought, text } = STEPS[step] as Step // the caller counted them
  return [
    ...(thought ? [{ type: 'thinking' as const, thinking: thought }] : []),
    ...(text ? [{ type: 'text' as const, text }] : []),
  ]
}

const textOf = (block: Block): string => (block.type === 'text' ? block.text : block.thinking)

const callsOf = (step: number) =>
  (STEPS[step]?.calls ?? []).map(({ name, args }, at) => ({
    id: `call_${step}_${at}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))

const hasCalls = (step: number): boolean => callsOf(step).length > 0
const finishOf = (step: number): string => (hasCalls(step) ? 'TOOL_CALL' : 'COMPLETE')

const messagesOf = (body: string): Message[] => JSON.parse(body).messages

function toPaired({ role, tool_call_id = '', tool_calls = [] }: Message): Paired[] {
  if (role === 'tool') return [{ result: tool_call_id }]
  return ['between', ...tool_calls.map(({ id }) => ({ call: id }))]
}
