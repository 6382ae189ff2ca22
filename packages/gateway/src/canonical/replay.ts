import type { Answer, AnswerEvent, OpenPart } from './answer.ts'
import type { Part } from './parts.ts'

/** Returns the events of a gathered answer, part after part; `gather` turns them back into the answer. */
export function replay(answer: Answer): AnswerEvent[] {
  const choices = [answer.parts, ...answer.others]
  const parts = choices.flatMap((ofChoice, choice) => ofChoice.map(part => ({ part, choice })))
  return [
    answer.start,
    ...parts.flatMap(({ part, choice }, index) => eventsOf(part, index, choice)),
    ...(answer.finish ? [answer.finish] : []),
    ...(answer.error ? [{ type: 'error' as const, error: answer.error }] : []),
  ]
}

function eventsOf(part: Part, index: number, choice: number): AnswerEvent[] {
  if (part.type === 'opaque') return [{ type: 'opaque', index, part }]
  const opened = opening(part)
  // an answer has no tool results
  if (!opened) return []
  const citations = part.type === 'text' ? (part.citations ?? []) : []
  return [
    { type: 'open', index, part: opened, ...(choice > 0 && { choice }) },
    ...contents(part, index),
    ...citations.map(citation => ({ type: 'cite' as const, index, citation })),
    ...(lateSignature(part) ?? []).map(signature => ({ type: 'signature' as const, index, signature })),
    { type: 'close', index },
  ]
}

function opening(part: Part): OpenPart | null {
  switch (part.type) {
    case 'text': {
      const { refusal, native } = part
      return { type: 'text', ...(refusal && { refusal }), ...(native && { native }) }
    }
    case 'reasoning':
      return { type: 'reasoning', ...(part.redacted && { redacted: true }) }
    case 'tool-call': {
      const { arguments: _arguments, cache: _cache, ...opened } = part
      return opened
    }
    case 'media': {
      const { kind, mime, id, source } = part
      return {
        type: 'media',
        kind,
        mime,
        ...(id !== undefined && { id }),
        ...(source.type === 'url' && { url: source.url }),
      }
    }
    default:
      return null
  }
}

function contents(part: Part, index: number): AnswerEvent[] {
  switch (part.type) {
    case 'text': {
      const { text, logprobs } = part
      return text || logprobs ? [{ type: 'delta', index, text, ...(logprobs && { logprobs }) }] : []
    }
    case 'reasoning':
      return part.text ? [{ type: 'delta', index, text: part.text }] : []
    case 'tool-call':
      return part.arguments ? [{ type: 'delta', index, text: part.arguments }] : []
    case 'media': {
      const { transcript } = part
      const text = part.source.type === 'data' ? part.source.base64 : ''
      return text || transcript !== undefined
        ? [{ type: 'delta', index, text, ...(transcript !== undefined && { transcript }) }]
        : []
    }
    default:
      return []
  }
}

/** A call's signature is known when the call opens, that of other parts when they end. */
const lateSignature = (part: Part) =>
  'signature' in part && part.signature && part.type !== 'tool-call' ? [part.signature] : null
