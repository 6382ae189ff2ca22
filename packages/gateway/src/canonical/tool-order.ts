import type { Part, ToolResultPart } from './parts.ts'
import type { Turn } from './request.ts'

/**
 * Moves each tool result into the user turn right after its call, before other text there and in the order of the
 * calls: clients send results late, early or between texts, and most dialects take them only in this order. Results
 * without a call are not moved.
 */
export function pairToolResults(turns: readonly Turn[]): Turn[] {
  const names = new Map<string, string>()
  for (const turn of turns) for (const part of turn.parts) if (part.type === 'tool-call') names.set(part.id, part.name)
  if (names.size === 0 && !turns.some(turn => turn.parts.some(isResult))) return [...turns]

  const results = new Map<string, ToolResultPart[]>()
  for (const turn of turns) {
    for (const part of turn.parts) {
      if (part.type !== 'tool-result' || !names.has(part.id)) continue
      results.set(part.id, [...(results.get(part.id) ?? []), { ...part, name: part.name ?? names.get(part.id) }])
    }
  }

  const paired: Turn[] = []
  let due: ToolResultPart[] = []
  for (const turn of turns) {
    const parts = turn.parts.filter(part => part.type !== 'tool-result' || !names.has(part.id))
    const called = turn.parts.flatMap(part => takeResult(results, part))
    const last = paired.at(-1)
    if (due.length > 0 && turn.role === 'assistant' && last) {
      // all output of the model before its calls are answered is one turn
      last.parts = [...last.parts, ...parts]
      due = [...due, ...called]
      continue
    }
    const answers = due
    due = called
    if (answers.length > 0 && turn.role === 'user') paired.push({ ...turn, parts: [...answers, ...parts] })
    else {
      if (answers.length > 0) paired.push({ role: 'user', parts: answers })
      if (parts.length > 0 || turn.parts.length === 0) paired.push({ ...turn, parts })
    }
  }
  return due.length > 0 ? [...paired, { role: 'user', parts: due }] : paired
}

const isResult = (part: Part): boolean => part.type === 'tool-result'

/** Returns the next result of a call; for an id used twice, results come in order. */
function takeResult(results: Map<string, ToolResultPart[]>, part: Part): ToolResultPart[] {
  const result = part.type === 'tool-call' ? results.get(part.id)?.shift() : undefined
  return result ? [result] : []
}
