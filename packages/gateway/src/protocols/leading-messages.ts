import { firstElements, type Member, type ScannedObject } from '../raw/scan-json.ts'

/**
 * Returns the text of the messages a conversation begins with: the system text and the first message after it. It stays
 * the same on every turn. Null: the request is not a conversation.
 */
export function leadingMessages({ text, members }: ScannedObject): string | null {
  const member = members.find(isConversation)
  if (!member) return null
  // Only the beginning is read, however long the messages are.
  const head = text.slice(member.valueStart, Math.min(member.valueEnd, member.valueStart + MOST_CHARACTERS))
  const elements = firstElements(head, 0, MOST_LEADING, true)
  const isCut = member.valueEnd - member.valueStart > MOST_CHARACTERS
  const first = elements.find(({ start, end }) => !isOfSystem(head, start, end))
  const isAllOfSystem = elements.length === MOST_LEADING || !isCut
  return head.slice(0, first?.end ?? (isAllOfSystem ? elements.at(-1)?.end : undefined) ?? head.length)
}

const isConversation = ({ name }: Member): boolean => name === 'messages' || name === 'input' || name === 'contents'

/** Whether a message has such a role, without parsing it. */
function isOfSystem(text: string, start: number, end: number): boolean {
  for (let at = text.indexOf(ROLE, start); at !== -1 && at < end; at = text.indexOf(ROLE, at + 1)) {
    const value = at + ROLE.length
    const word = text.charCodeAt(value) <= SPACE ? value + 1 : value
    if (text.startsWith('"system"', word) || text.startsWith('"developer"', word)) return true
  }
  return false
}

const ROLE = '"role":'
const SPACE = 0x20
const MOST_LEADING = 8
const MOST_CHARACTERS = 65_536
