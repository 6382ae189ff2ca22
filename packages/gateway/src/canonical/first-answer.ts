import type { Stage } from '../raw/stage.ts'
import type { AnswerEvent } from './answer.ts'

/** Keeps only the first of several answers, for dialects that give one. Part numbers may then have gaps. */
export function firstAnswer(): Stage<AnswerEvent, AnswerEvent> {
  const others = new Set<number>()
  return {
    push(event) {
      if (event.type === 'open' && event.choice) others.add(event.index)
      return 'index' in event && others.has(event.index) ? [] : [event]
    },
    end: () => [],
  }
}
