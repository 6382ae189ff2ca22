import type { Stage } from '../raw/stage.ts'
import type { AnswerEvent } from './answer.ts'

/**
 * Passes a well-formed sequence of events through unchanged. At the first event out of place, or if the input ends
 * without a last event, it emits one `error` and nothing after it, so that an answer always ends exactly once.
 */
export function grammar(): Stage<AnswerEvent, AnswerEvent> {
  let started = false
  let ended = false
  let partsSoFar = 0
  const open = new Set<number>()

  /** Why this event may not come here; null: it may. */
  const fault = (event: AnswerEvent): string | null => {
    if (event.type === 'error') return null
    if (event.type === 'start') return started ? 'it started twice' : null
    if (!started) return `${event.type} came before the start`
    switch (event.type) {
      case 'open':
      case 'opaque':
        return event.index === partsSoFar ? null : `part ${event.index} opened where ${partsSoFar} was next`
      case 'delta':
      case 'signature':
      case 'cite':
      case 'close':
        return open.has(event.index) ? null : `${event.type} for part ${event.index}, which is not open`
      case 'finish':
        return open.size === 0 ? null : `it finished with ${open.size} parts open`
      case 'usage':
        return null
    }
  }

  const note = (event: AnswerEvent): void => {
    if (event.type === 'start') started = true
    else if (event.type === 'open') open.add(event.index)
    else if (event.type === 'close') open.delete(event.index)
    else if (event.type === 'finish' || event.type === 'error') ended = true
    if (event.type === 'open' || event.type === 'opaque') partsSoFar++
  }

  const fail = (message: string): AnswerEvent[] => {
    ended = true
    const error = { status: 502, message, type: 'upstream_error', code: 'malformed_answer', param: null }
    return [{ type: 'error', error }]
  }

  return {
    push(event) {
      if (ended) return []
      const wrong = fault(event)
      if (wrong !== null) return fail(`The upstream's answer is not well formed: ${wrong}.`)
      note(event)
      return [event]
    },
    end: () => (ended ? [] : fail('The upstream ended the answer before it was complete.')),
  }
}
