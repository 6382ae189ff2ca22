/**
 * Returns where an operator's instructions go in a conversation: in a first turn of their own, or at the beginning of the turn of this
 * index. A conversation with instructions of its own keeps only those (undefined), unless the operator's stand `beforeOthers`.
 */
export function promptPlace(turns: readonly { role: string }[], beforeOthers: boolean): 'first' | number | undefined {
  const own = turns.findIndex(({ role }) => role === 'system' || role === 'developer')
  if (own < 0) return 'first'
  return beforeOthers ? own : undefined
}

/** The operator's instructions, followed by a conversation's own. */
export const promptBefore = (prompt: string, own: string): string => `${prompt}\n${own}`
