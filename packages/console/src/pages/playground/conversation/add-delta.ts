import type { Delta } from '../formats/format.ts'
import type { AssistantMessage, ToolCall } from './types.ts'

/** The tool calls of one answer, by their index in the stream. */
export type CallPlaces = Map<number, number>

/** Characters after which an answer is cut: far beyond any model's longest. */
const LONGEST_ANSWER = 4_000_000
const MOST_CALLS = 128
const MOST_IMAGES = 16

/** Returns an answer with one more piece. `places` is the memory of one stream. */
export function addDelta(answer: AssistantMessage, delta: Delta, places: CallPlaces): AssistantMessage {
  switch (delta.kind) {
    case 'text':
      return { ...answer, text: joined(answer.text, delta.text) }
    case 'reasoning':
      return { ...answer, reasoning: joined(answer.reasoning, delta.text) }
    case 'signature':
      return { ...answer, signature: joined(answer.signature ?? '', delta.text) }
    case 'finish':
      return { ...answer, finish: delta.text }
    case 'error':
      return { ...answer, error: delta.text, state: 'failed' }
    case 'usage':
      return { ...answer, usage: { ...answer.usage, ...delta.usage } }
    case 'image':
      return answer.images.length < MOST_IMAGES ? { ...answer, images: [...answer.images, delta.image] } : answer
    case 'tool':
      return { ...answer, toolCalls: addCall(answer, delta, places) }
  }
}

const joined = (text: string, piece: string): string =>
  text.length + piece.length > LONGEST_ANSWER ? text : text + piece

function addCall(
  { id: answerId, toolCalls: calls }: AssistantMessage,
  delta: Delta & { kind: 'tool' },
  places: CallPlaces,
): ToolCall[] {
  const known = delta.at === null ? undefined : places.get(delta.at)
  const call = known === undefined ? undefined : calls[known]
  if (known !== undefined && call) {
    const more = { ...call, arguments: joined(call.arguments, delta.arguments ?? '') }
    return calls.with(known, { ...more, name: call.name || (delta.name ?? '') })
  }
  if (calls.length >= MOST_CALLS) return calls
  if (delta.at !== null) places.set(delta.at, calls.length)
  const { id, name = '', arguments: text = '', signature } = delta
  // Gemini's calls need no id; results are matched by one here.
  return [
    ...calls,
    {
      id: id || `call_${answerId.slice(0, 8)}_${calls.length + 1}`,
      name,
      arguments: text,
      ...(signature && { signature }),
    },
  ]
}
