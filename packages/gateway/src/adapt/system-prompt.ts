import type { Ask, Turn } from '../canonical/ask.ts'
import type { Part } from '../canonical/parts.ts'

/**
 * A request that begins with the operator's instructions. Where it has instructions of its own, those stay alone, unless
 * the operator's are to stand `beforeOthers`.
 */
export function withSystemPrompt(ask: Ask, prompt: string, beforeOthers: boolean): Ask {
  const own = ask.turns.findIndex(({ role }) => role === 'system' || role === 'developer')
  if (own < 0) return { ...ask, turns: [{ role: 'system', parts: [{ type: 'text', text: prompt }] }, ...ask.turns] }
  if (!beforeOthers) return ask
  return { ...ask, turns: ask.turns.map((turn, at) => (at === own ? beginWith(prompt, turn) : turn)) }
}

function beginWith(prompt: string, turn: Turn): Turn {
  const [first, ...others] = turn.parts
  const parts: Part[] =
    first?.type === 'text'
      ? [{ ...first, text: `${prompt}\n${first.text}` }, ...others]
      : [{ type: 'text', text: prompt }, ...turn.parts]
  return { ...turn, parts }
}
