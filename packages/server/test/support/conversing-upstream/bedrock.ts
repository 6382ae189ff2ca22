import { eventStream } from '@tollgate/gateway/laws'
import { inPieces, STEPS, type Step, TOKENS } from './script.ts'
import { type Paired, type SpokenDialect, unpaired } from './spoken-dialect.ts'

interface Block {
  toolUse?: { toolUseId: string }
  toolResult?: { toolUseId: string }
}

interface Message {
  content: Block[]
}

/** Converse, as Amazon's own models answer it: thoughts have no signature. */
export const bedrock: SpokenDialect = {
  type: 33,
  key: 'an-api-key|eu-central-1',
  model: 'nova-conversing',
  streamType: 'application/vnd.amazon.eventstream',
  isStream: path => path.endsWith('/converse-stream'),
  whole: step => ({
    output: { message: { role: 'assistant', content: blocksOf(step) } },
    stopReason: stopReasonOf(step),
    usage: USAGE,
    metrics: { latencyMs: 1 },
  }),
  stream: step =>
    eventStream(
      [
        { messageStart: { role: 'assistant' } },
        ...blocksOf(step).flatMap(eventsOf),
        { messageStop: { stopReason: stopReasonOf(step) } },
        { metadata: { usage: USAGE, metrics: { latencyMs: 1 } } },
      ]
        .flatMap(Object.entries)
        .map(([event, body]) => ({
          headers: { ':message-type': 'event', ':event-type': event },
          body,
        })),
    ),
  results: body =>
    messagesOf(body).flatMap(({ content }) => content.flatMap(({ toolResult }) => toolResult ?? [])).length,
  rejection: body => unpaired(messagesOf(body).flatMap(toPaired)),
}

const USAGE = {
  inputTokens: TOKENS.input,
  outputTokens: TOKENS.output,
  totalTokens: TOKENS.input + TOKENS.output,
}

type AnswerBlock =
  | { reasoningContent: { reasoningText: { text: string } } }
  | { text: string }
  | { toolUse: { toolUseId: string; name: string; input: unknown } }

function blocksOf(step: number): AnswerBlock[] {
  const { thought, text, calls } = STEPS[step] as Step // the caller counted them
  return [
    ...(thought ? [{ reasoningContent: { reasoningText: { text: thought } } }] : []),
    ...(text ? [{ text }] : []),
    ...calls.map(({ name, args }, at) => ({ toolUse: { toolUseId: `tooluse_${step}_${at}`, name, input: args } })),
  ]
}

/** Only tool calls begin with their own event. */
function eventsOf(block: AnswerBlock, contentBlockIndex: number): object[] {
  const begun = 'toolUse' in block ? [{ contentBlockStart: { contentBlockIndex, start: startOf(block) } }] : []
  const deltas = deltasOf(block).map(delta => ({ contentBlockDelta: { contentBlockIndex, delta } }))
  return [...begun, ...deltas, { contentBlockStop: { contentBlockIndex } }]
}

const startOf = ({ toolUse: { toolUseId, name } }: Extract<AnswerBlock, { toolUse: object }>) => ({
  toolUse: { toolUseId, name },
})

function deltasOf(block: AnswerBlock): object[] {
  if ('text' in block) return inPieces(block.text).map(text => ({ text }))
  if ('toolUse' in block) return inPieces(JSON.stringify(block.toolUse.input)).map(input => ({ toolUse: { input } }))
  return inPieces(block.reasoningContent.reasoningText.text).map(text => ({ reasoningContent: { text } }))
}

const stopReasonOf = (step: number): string => (STEPS[step]?.calls.length ? 'tool_use' : 'end_turn')

const messagesOf = (body: string): Message[] => JSON.parse(body).messages

function toPaired({ content }: Message): Paired[] {
  const results = content.flatMap(({ toolResult }) => (toolResult ? [{ result: toolResult.toolUseId }] : []))
  const calls = content.flatMap(({ toolUse }) => (toolUse ? [{ call: toolUse.toolUseId }] : []))
  return [...results, 'between', ...calls]
}
