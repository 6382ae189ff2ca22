import type { AnswerEvent } from '../canonical/answer.ts'
import type { Stage } from '../raw/stage.ts'

const BEFORE = '<think>\n'
const AFTER = '\n</think>\n'

/** Turns reasoning into text between `<think>` marks, for clients that show only text. Signatures are dropped. */
export function thinkingToContent(): Stage<AnswerEvent, AnswerEvent> {
  /** Open reasoning parts, and whether each has text: empty reasoning gets no marks. */
  const open = new Map<number, boolean>()

  const push = (event: AnswerEvent): AnswerEvent[] => {
    if (event.type === 'open' && event.part.type === 'reasoning') {
      open.set(event.index, false)
      return [{ ...event, part: { type: 'text' } }]
    }
    if (!('index' in event) || !open.has(event.index)) return [event]
    const { index } = event
    if (event.type === 'delta') {
      if (event.text === '') return []
      const begun = open.get(index)
      open.set(index, true)
      return [{ type: 'delta', index, text: begun ? event.text : BEFORE + event.text }]
    }
    if (event.type !== 'close') return []
    const begun = open.get(index)
    open.delete(index)
    return begun ? [{ type: 'delta', index, text: AFTER }, event] : [event]
  }

  return { push, end: () => [] }
}
