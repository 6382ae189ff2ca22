import type { Turn } from '../../canonical/request.ts'
import { pairToolResults } from '../../canonical/tool-order.ts'
import { note, reduced } from './limits.ts'
import type { Loss } from './losses.ts'

export const repeatedResult = reduced('tool result', 'its call has one already; the first was kept')

/**
 * Returns the turns with each tool result directly after its call. Some clients send a session's results again when
 * they resume it.
 */
export function pairedTurns(turns: readonly Turn[], losses: Loss[]): Turn[] {
  if (repeatsResults(turns)) note(losses, repeatedResult)
  return pairToolResults(turns)
}

/** Returns whether a call has more results than it was made times. Results without a call do not count. */
function repeatsResults(turns: readonly Turn[]): boolean {
  const unanswered = new Map<string, number>()
  const parts = turns.flatMap(turn => turn.parts)
  for (const part of parts) if (part.type === 'tool-call') unanswered.set(part.id, (unanswered.get(part.id) ?? 0) + 1)
  return parts.some(part => {
    if (part.type !== 'tool-result') return false
    const open = unanswered.get(part.id)
    if (open) unanswered.set(part.id, open - 1)
    return open === 0
  })
}
