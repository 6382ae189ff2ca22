import type { Stage } from '../raw/stage.ts'
import type { AnswerEvent } from './answer.ts'

/**
 * Emits parts one after another, for dialects whose parts may not overlap: events of a later part wait until the
 * parts before it are closed. Costs nothing while only one part is open.
 */
export function oneAtATime(): Stage<AnswerEvent, AnswerEvent> {
  let current: number | null = null
  let waiting: AnswerEvent[] = []

  const push = (event: AnswerEvent): AnswerEvent[] => {
    if (current !== null && 'index' in event && event.index !== current) {
      waiting.push(event)
      return []
    }
    if (event.type === 'open') current = event.index
    if (event.type !== 'close') return [event]
    current = null
    if (waiting.length === 0) return [event]
    const held = waiting
    waiting = []
    return [event, ...held.flatMap(push)]
  }

  return { push, end: () => waiting.splice(0) }
}
