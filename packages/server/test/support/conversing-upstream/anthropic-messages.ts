import { inPieces, STEPS, type Step, signatureOf, TOKENS } from './script.ts'
import { event, type Paired, type SpokenDialect, unpaired } from './spoken-dialect.ts'

const MODEL = 'claude-conversing'

interface Block {
  type: string
  id?: string
  tool_use_id?: string
  thinking?: string
  signature?: string
}

interface Message {
  role: string
  content: string | Block[]
}

/** Messages with signed thinking. */
export const anthropicMessages: SpokenDialect = {
  type: 14,
  model: MODEL,
  signs: 'thoughts',
  isStream: (_path, body) => JSON.parse(body).stream === true,
  whole: step => message(step, blocksOf(step), stopReasonOf(step)),
  stream(step) {
    const events = [
      { type: 'message_start', message: message(step, [], null) },
      ...blocksOf(step).flatMap((block, index) => [
        { type: 'content_block_start', index, content_block: begun(block) },
        ...deltasOf(block).map(delta => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: stopReasonOf(step), stop_sequence: null },
        usage: { output_tokens: TOKENS.output },
      },
      { type: 'message_stop' },
    ]
    return events.map(each => event(each, each.type)).join('')
  },
  results: body => blocksIn(messagesOf(body)).filter(({ type }) => type === 'tool_result').length,
  rejection(body) {
    const messages = messagesOf(body)
    const thoughts = blocksIn(messages).filter(({ type }) => type === 'thinking')
    if (!thoughts.every(isOwn)) return 'invalid signature in thinking block'
    return resumesWithoutThought(body, messages)
      ? 'expected thinking, but found tool_use'
      : unpaired(messages.flatMap(toPaired))
  },
}

type AnswerBlock = ReturnType<typeof blocksOf>[number]

function blocksOf(step: number) {
  const { thought, text, calls } = STEPS[step] as Step // the caller counted them
  return [
    ...(thought
      ? [{ type: 'thinking' as const, thinking: thought, signature: signatureOf('anthropic-messages', step) }]
      : []),
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...calls.map(({ name, args }, at) => ({ type: 'tool_use' as const, id: `toolu_${step}_${at}`, name, input: args })),
  ]
}

const stopReasonOf = (step: number): string => (STEPS[step]?.calls.length ? 'tool_use' : 'end_turn')

const message = (step: number, content: readonly AnswerBlock[], stop_reason: string | null) => ({
  id: `msg_${step}`,
  type: 'message',
  role: 'assistant',
  model: MODEL,
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: TOKENS.input, output_tokens: stop_reason === null ? 1 : TOKENS.output },
})

function begun(block: AnswerBlock): object {
  switch (block.type) {
    case 'thinking':
      return { ...block, thinking: '', signature: '' }
    case 'text':
      return { ...block, text: '' }
    case 'tool_use':
      return { ...block, input: {} }
  }
}

function deltasOf(block: AnswerBlock): object[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...inPieces(block.thinking).map(thinking => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ]
    case 'text':
      return inPieces(block.text).map(text => ({ type: 'text_delta', text }))
    case 'tool_use':
      return inPieces(JSON.stringify(block.input)).map(partial_json => ({ type: 'input_json_delta', partial_json }))
  }
}

const messagesOf = (body: string): Message[] => JSON.parse(body).messages

const contentOf = ({ content }: Message): Block[] => (typeof content === 'string' ? [] : content)
const blocksIn = (messages: readonly Message[]): Block[] => messages.flatMap(contentOf)

/** A signature is valid only for the exact words it was given with. */
const isOwn = (thought: Block): boolean =>
  STEPS.some(
    (said, step) => thought.thinking === said.thought && thought.signature === signatureOf('anthropic-messages', step),
  )

/**
 * With thinking on, calls continue only if the turn that made them began with thinking. A question after the results
 * starts a new turn.
 */
function resumesWithoutThought(body: string, messages: readonly Message[]): boolean {
  const { thinking } = JSON.parse(body)
  const isThinking = thinking?.type === 'enabled'
  const last = contentOf(messages.at(-1) as Message)
  const resumes = last.length > 0 && last.every(({ type }) => type === 'tool_result')
  const calling = messages.findLast(({ role }) => role === 'assistant')
  return isThinking && resumes && calling !== undefined && contentOf(calling)[0]?.type !== 'thinking'
}

/** Results must begin the message after the calls. */
function toPaired(said: Message): Paired[] {
  const blocks = contentOf(said)
  const results = blocks.flatMap(({ tool_use_id }) => (tool_use_id ? [{ result: tool_use_id }] : []))
  const calls = blocks.flatMap(({ type, id = '' }) => (type === 'tool_use' ? [{ call: id }] : []))
  return [...results, 'between', ...calls]
}
