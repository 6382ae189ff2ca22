import { newId } from './new-id.ts'
import type { Choice, Conversation, Settings, Thread } from './types.ts'

const NOTHING_SET: Settings = { system: '', isStreamed: true, parameters: {}, tools: [] }

/** A conversation without messages, with the settings of the previous one. */
export function newConversation(now: number, before?: Conversation): Conversation {
  return {
    id: newId(),
    title: '',
    createdAt: now,
    updatedAt: now,
    settings: before?.settings ?? NOTHING_SET,
    threads: before?.threads.map(emptyThread) ?? [emptyThread({ model: '', group: '', format: 'openai-chat' })],
    isCompared: before?.isCompared ?? false,
  }
}

/** The same conversation with another choice of model; ends a comparison. */
export const withChoice = (conversation: Conversation, choice: Partial<Choice>): Conversation => ({
  ...conversation,
  isCompared: false,
  threads: conversation.threads.map((thread, at) => (at === 0 ? { ...thread, ...choice } : thread)),
})

const emptyThread = ({ model, group, format }: Choice): Thread => ({ model, group, format, messages: {}, leaf: null })

export const isEmpty = ({ threads }: Conversation): boolean => threads.every(({ leaf }) => leaf === null)

/** The threads that are shown and asked. */
export const shownThreads = ({ threads, isCompared }: Conversation): Thread[] =>
  isCompared ? threads : threads.slice(0, 1)

const TITLE_LENGTH = 60

/** The beginning of the first question. */
export function titleOf({ threads }: Conversation): string {
  for (const message of Object.values(threads[0]?.messages ?? {})) {
    if (message.role !== 'user') continue
    const text = message.parts.find(part => part.kind === 'text')
    const words =
      text?.kind === 'text'
        ? text.text
            .slice(0, 4 * TITLE_LENGTH)
            .replace(/\s+/g, ' ')
            .trim()
        : ''
    if (words) return words.length > TITLE_LENGTH ? `${words.slice(0, TITLE_LENGTH)}…` : words
  }
  return ''
}
