import type { Part } from '../canonical/parts.ts'
import type { CanonicalRequest, Turn } from '../canonical/request.ts'

/**
 * Returns the request with the operator's instructions first. A request with instructions of its own keeps only those, unless the
 * operator's stand `beforeOthers`.
 */
export function withSystemPrompt(request: CanonicalRequest, prompt: string, beforeOthers: boolean): CanonicalRequest {
  const own = request.turns.findIndex(({ role }) => role === 'system' || role === 'developer')
  if (own < 0)
    return { ...request, turns: [{ role: 'system', parts: [{ type: 'text', text: prompt }] }, ...request.turns] }
  if (!beforeOthers) return request
  return { ...request, turns: request.turns.map((turn, at) => (at === own ? beginWith(prompt, turn) : turn)) }
}

function beginWith(prompt: string, turn: Turn): Turn {
  const [first, ...others] = turn.parts
  const parts: Part[] =
    first?.type === 'text'
      ? [{ ...first, text: `${prompt}\n${first.text}` }, ...others]
      : [{ type: 'text', text: prompt }, ...turn.parts]
  return { ...turn, parts }
}
