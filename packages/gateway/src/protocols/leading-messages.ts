import { firstElements, type ScannedObject } from '../raw/scan-json.ts'

/**
 * Returns the text of the messages a conversation begins with: what the system says, and the first message after it. It is
 * the same turn after turn. null: the request is no conversation.
 */
export function leadingMessages({ text, members }: ScannedObject): string | null {
  const member = members.find(({ name }) => CONVERSATIONS.has(name))
  if (!member) return null
  const { valueStart, valueEnd } = member
  const elements = firstElements(text, valueStart, MOST_LEADING)
  const isOfSystem = (start: number, end: number) =>
    OF_SYSTEM.test(text.slice(start, Math.min(end, start + MOST_CHARACTERS)))
  const first = elements.find(({ start, end }) => !isOfSystem(start, end))
  return text.slice(valueStart, Math.min(first?.end ?? elements.at(-1)?.end ?? valueEnd, valueStart + MOST_CHARACTERS))
}

const CONVERSATIONS: ReadonlySet<string> = new Set(['messages', 'input', 'contents'])
const OF_SYSTEM = /"role":\s?"(?:system|developer)"/
const MOST_LEADING = 8
const MOST_CHARACTERS = 65_536
