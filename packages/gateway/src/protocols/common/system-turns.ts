import type { Part } from '../../canonical/parts.ts'
import type { Turn } from '../../canonical/request.ts'
import { type Loss, lose } from './losses.ts'

/** System turns, for dialects that keep them separate from the conversation. */

export const isSystem = (turn: Turn): boolean => turn.role === 'system' || turn.role === 'developer'

/** The system turns before any other, and everything after. */
export function splitSystem(turns: readonly Turn[]): { leading: readonly Turn[]; rest: readonly Turn[] } {
  const first = turns.findIndex(turn => !isSystem(turn))
  return first < 0 ? { leading: turns, rest: [] } : { leading: turns.slice(0, first), rest: turns.slice(first) }
}

export const LATER_SYSTEM = [
  'system turn',
  'this model takes system text only at the start; sent as user text in <system> tags',
] as const

/** Returns a later system turn as a user turn in its place, marked as the system's. */
export function asUserTurn(turn: Turn, losses: Loss[]): Turn {
  if (!isSystem(turn)) return turn
  lose(losses, ...LATER_SYSTEM)
  const parts = turn.parts.map(
    (part): Part => (part.type === 'text' ? { ...part, text: `<system>${part.text}</system>` } : part),
  )
  return { role: 'user', parts }
}
