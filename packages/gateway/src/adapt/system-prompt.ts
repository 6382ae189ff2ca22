import { promptBefore, promptPlace } from '@tollgate/contract'
import type { Part } from '../canonical/parts.ts'
import type { CanonicalRequest, Turn } from '../canonical/request.ts'

/** Returns the request with the operator's instructions where they belong. */
export function withSystemPrompt(request: CanonicalRequest, prompt: string, beforeOthers: boolean): CanonicalRequest {
  const place = promptPlace(request.turns, beforeOthers)
  if (place === undefined) return request
  const turns: Turn[] =
    place === 'first'
      ? [{ role: 'system', parts: [{ type: 'text', text: prompt }] }, ...request.turns]
      : request.turns.map((turn, at) => (at === place ? beginWith(prompt, turn) : turn))
  return { ...request, turns }
}

function beginWith(prompt: string, turn: Turn): Turn {
  const [first, ...others] = turn.parts
  const parts: Part[] =
    first?.type === 'text'
      ? [{ ...first, text: promptBefore(prompt, first.text) }, ...others]
      : [{ type: 'text', text: prompt }, ...turn.parts]
  return { ...turn, parts }
}
