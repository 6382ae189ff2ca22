import type { Message } from './types.ts'

/**
 * The messages of a branch as they can be sent: without tool calls that have no result, which every provider refuses, and without
 * empty answers.
 */
export function sentMessages(path: Message[]): Message[] {
  const answered = new Set(path.flatMap(message => (message.role === 'tool' ? resultIds(message.results) : [])))
  return path.flatMap((message): Message[] => {
    if (message.role !== 'assistant') return [message]
    const toolCalls = message.toolCalls.filter(({ id }) => answered.has(id))
    const isEmpty = message.text === '' && toolCalls.length === 0
    return isEmpty ? [] : [{ ...message, toolCalls }]
  })
}

const resultIds = (results: { callId: string }[]): string[] => results.map(({ callId }) => callId)
