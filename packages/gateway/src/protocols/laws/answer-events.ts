import type { AnswerEvent, OpenPart } from '../../canonical/answer.ts'
import type { Part } from '../../canonical/parts.ts'

/** Returns the events of an answer made of these parts. */
export function answerEvents(parts: readonly Part[]): AnswerEvent[] {
  const calls = parts.some(part => part.type === 'tool-call')
  return [
    { type: 'start', id: 'answer-1', model: 'model-1', created: 1 },
    ...parts.flatMap(toEvents),
    { type: 'finish', reason: calls ? 'tool-calls' : 'stop', usage: null },
  ]
}

function toEvents(part: Part, index: number): AnswerEvent[] {
  const opened = toOpen(part)
  if (!opened) return []
  const said = part.type === 'tool-call' ? part.arguments : 'text' in part ? part.text : ''
  const signature = (part.type === 'reasoning' || part.type === 'text') && part.signature
  return [
    { type: 'open', index, part: opened },
    { type: 'delta', index, text: said },
    ...(signature ? [{ type: 'signature' as const, index, signature }] : []),
    { type: 'close', index },
  ]
}

function toOpen(part: Part): OpenPart | null {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type }
    case 'tool-call':
      return { type: 'tool-call', id: part.id, name: part.name, ...(part.signature && { signature: part.signature }) }
    default:
      return null
  }
}
