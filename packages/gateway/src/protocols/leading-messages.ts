import { firstElements, type ScannedObject } from '../raw/scan-json.ts'

/**
 * Returns the text of the messages a conversation begins with: the system text and the first message after it. It stays
 * the same on every turn. Null: the request is not a conversation.
 */
export function leadingMessages({ text, members }: ScannedObject): string | null {
  const member = members.find(({ name }) => CONVERSATIONS.has(name))
  if (!member) return null
  // Only the beginning is read, however long the messages are.
  const head = text.slice(member.valueStart, Math.min(member.valueEnd, member.valueStart + MOST_CHARACTERS))
  const elements = firstElements(head, 0, MOST_LEADING, true)
  const isCut = member.valueEnd - member.valueStart > MOST_CHARACTERS
  const first = elements.find(({ start, end }) => !OF_SYSTEM.test(head.slice(start, end)))
  const isAllOfSystem = elements.length === MOST_LEADING || !isCut
  return head.slice(0, first?.end ?? (isAllOfSystem ? elements.at(-1)?.end : undefined) ?? head.length)
}

const CONVERSATIONS: ReadonlySet<string> = new Set(['messages', 'input', 'contents'])
const OF_SYSTEM = /"role":\s?"(?:system|developer)"/
const MOST_LEADING = 8
const MOST_CHARACTERS = 65_536
