import type { Answer, AnswerEvent, OpenPart, StartEvent } from './answer.ts'
import type { MediaPart, Part } from './parts.ts'

/** Returns the whole answer from its events. A part still open at an error is kept as far as it came. */
export function gather(events: Iterable<AnswerEvent>): Answer {
  const answer: Answer = { start: NO_START, parts: [], others: [], finish: null, error: null }
  const byIndex: Part[] = []
  for (const event of events) {
    switch (event.type) {
      case 'start':
        answer.start = event
        break
      case 'open': {
        const part = begin(event.part)
        byIndex[event.index] = part
        partsOfChoice(answer, event.choice ?? 0).push(part)
        break
      }
      case 'opaque':
        byIndex[event.index] = event.part
        answer.parts.push(event.part)
        break
      case 'finish':
        answer.finish = event
        break
      case 'error':
        answer.error = event.error
        break
      case 'delta':
      case 'signature':
      case 'cite':
        extend(byIndex[event.index], event)
        break
      case 'close':
      case 'usage':
        break
    }
  }
  return answer
}

const NO_START: StartEvent = { type: 'start', id: '', model: '' }

function partsOfChoice(answer: Answer, choice: number): Part[] {
  if (choice === 0) return answer.parts
  while (answer.others.length < choice) answer.others.push([])
  return answer.others[choice - 1] as Part[] // the line above created it
}

function begin(part: OpenPart): Part {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { ...part, text: '' }
    case 'tool-call':
      return { ...part, arguments: '' }
    case 'media': {
      const { url, ...rest } = part
      return { ...rest, source: url === undefined ? { type: 'data', base64: '' } : { type: 'url', url } }
    }
  }
}

function extend(part: Part | undefined, event: Extract<AnswerEvent, { type: 'delta' | 'signature' | 'cite' }>): void {
  if (part === undefined || part.type === 'opaque' || part.type === 'tool-result') return
  if (event.type === 'signature') part.signature = event.signature
  else if (event.type === 'cite') {
    if (part.type === 'text') part.citations = [...(part.citations ?? []), event.citation]
  } else if (part.type === 'tool-call') part.arguments += event.text
  else if (part.type === 'media') extendMedia(part, event.text, event.transcript)
  else {
    part.text += event.text
    if (part.type === 'text' && event.logprobs) part.logprobs = [...(part.logprobs ?? []), ...event.logprobs]
  }
}

function extendMedia(part: MediaPart, base64: string, transcript: string | undefined): void {
  if (part.source.type === 'data') part.source.base64 += base64
  if (transcript !== undefined) part.transcript = (part.transcript ?? '') + transcript
}
