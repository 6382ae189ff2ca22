import type { Message, Thread } from './types.ts'

/** The messages from the first to `leaf`. */
export function pathTo({ messages }: Pick<Thread, 'messages'>, leaf: string | null): Message[] {
  const path: Message[] = []
  const seen = new Set<string>()
  for (let id = leaf; id !== null && !seen.has(id); ) {
    const message: Message | undefined = messages[id]
    if (!message) break
    seen.add(id)
    path.push(message)
    id = message.parent
  }
  return path.reverse()
}

/** The branch shown. */
export const shownPath = (thread: Thread): Message[] => pathTo(thread, thread.leaf)

/** Appends after the message's parent; the shown branch then ends with it. */
export const append = (thread: Thread, message: Message): Thread => ({
  ...thread,
  messages: { ...thread.messages, [message.id]: message },
  leaf: message.id,
})

/** Changes one message, if it still exists. */
export function change<M extends Message>(thread: Thread, id: string, next: (message: M) => M): Thread {
  const message = thread.messages[id]
  // A caller that changes a message by id knows its role.
  return message ? { ...thread, messages: { ...thread.messages, [id]: next(message as M) } } : thread
}

/** The alternatives to a message, including itself, oldest first. */
export const siblings = ({ messages }: Thread, { parent }: Message): Message[] =>
  Object.values(messages).filter(other => other.parent === parent)

/** Shows the branch through a message, down to its newest end. */
export function showBranch(thread: Thread, id: string): Thread {
  const lastChildOf = new Map<string | null, string>()
  for (const message of Object.values(thread.messages)) lastChildOf.set(message.parent, message.id)
  const seen = new Set<string>()
  let leaf = id
  for (let next = lastChildOf.get(leaf); next !== undefined && !seen.has(next); next = lastChildOf.get(leaf)) {
    seen.add(next)
    leaf = next
  }
  return { ...thread, leaf }
}

/** Deletes a message and everything after it. Shows a sibling in its place, if there is one. */
export function remove(thread: Thread, id: string): Thread {
  const gone = thread.messages[id]
  if (!gone) return thread
  const below = new Set([id])
  // Insertion order puts a message after its parent.
  for (const message of Object.values(thread.messages))
    if (message.parent !== null && below.has(message.parent)) below.add(message.id)
  const messages = Object.fromEntries(Object.entries(thread.messages).filter(([key]) => !below.has(key)))
  const without = { ...thread, messages }
  if (thread.leaf === null || !below.has(thread.leaf)) return without
  const other = siblings(without, gone).at(-1)
  return other ? showBranch(without, other.id) : { ...without, leaf: gone.parent }
}

/** A copy of the messages with new ids, for the branch that ends with `leaf`. */
export function copyBranch(thread: Thread, leaf: string | null, newId: () => string): Thread {
  let parent: string | null = null
  const copies: [string, Message][] = []
  for (const message of pathTo(thread, leaf)) {
    const id = newId()
    copies.push([id, { ...message, id, parent }])
    parent = id
  }
  return { ...thread, messages: Object.fromEntries(copies), leaf: parent }
}
