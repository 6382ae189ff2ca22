import { answer, stop } from './answer.ts'
import { newConversation, shownThreads } from './new-conversation.ts'
import { newId } from './new-id.ts'
import type { ConversationStore } from './store.ts'
import { append, copyBranch, remove, showBranch } from './tree.ts'
import type { Choice, Conversation, Message, Part, Settings, Thread, ToolResult } from './types.ts'

/** The user's actions on one conversation of a store. */
export function actionsOf(store: ConversationStore, id: string) {
  const update = (next: (conversation: Conversation) => Conversation) => store.update(id, next)
  const updateThread = (at: number, next: (thread: Thread) => Thread) =>
    update(conversation => ({
      ...conversation,
      threads: conversation.threads.map((thread, index) => (index === at ? next(thread) : thread)),
    }))
  const threadOf = (at: number) => store.find(id)?.threads[at]
  /** Adds a user message to a thread and requests its answer. */
  const say = (at: number, message: Message) => {
    updateThread(at, thread => append(thread, message))
    void answer(store, id, at, message.id)
  }

  return {
    /** Sends the same to every thread shown. */
    sendToAll(parts: Part[]) {
      const conversation = store.find(id)
      if (!conversation) return
      for (const [at, { leaf }] of shownThreads(conversation).entries())
        say(at, { id: newId(), parent: leaf, role: 'user', parts })
    },
    /** Sends the results of the tools. */
    giveResults: (at: number, parent: string, results: ToolResult[]) =>
      say(at, { id: newId(), parent, role: 'tool', results }),
    /** Sends something else instead, in a new branch. */
    edit: (at: number, { parent }: Message, parts: Part[]) => say(at, { id: newId(), parent, role: 'user', parts }),
    /** Requests another answer to the same message, in a new branch. */
    regenerate: (at: number, { parent }: Message) => void answer(store, id, at, parent),
    remove(at: number, { id: messageId }: Message) {
      updateThread(at, thread => {
        for (const message of Object.values(thread.messages)) if (isRunning(message)) stop(message.id)
        return remove(thread, messageId)
      })
    },
    /** Restores a thread. */
    restore: (at: number, thread: Thread) => updateThread(at, () => thread),
    showBranch: (at: number, messageId: string) => updateThread(at, thread => showBranch(thread, messageId)),
    /** Continues from a message in a new conversation. */
    branchOff(at: number, { id: messageId }: Message) {
      const [conversation, thread] = [store.find(id), threadOf(at)]
      if (!conversation || !thread) return
      const copy = copyBranch(thread, messageId, newId)
      const { settings, title } = conversation
      const branch = { ...newConversation(Date.now()), settings, title, threads: [copy] }
      store.start(branch)
      store.update(branch.id, conversation => ({ ...conversation }))
    },
    choose: (at: number, choice: Partial<Choice>) => updateThread(at, thread => ({ ...thread, ...choice })),
    set: (settings: Partial<Settings>) =>
      update(conversation => ({ ...conversation, settings: { ...conversation.settings, ...settings } })),
    /** Shows a second thread, initially a copy of the first one, or hides it. */
    compare: (isCompared: boolean) =>
      update(conversation => {
        const [first, second] = conversation.threads
        if (!isCompared || !first || second) return { ...conversation, isCompared }
        const copy = copyBranch(first, first.leaf, newId)
        return { ...conversation, isCompared, threads: [first, copy] }
      }),
    stopAll() {
      for (const thread of store.find(id)?.threads ?? [])
        for (const message of Object.values(thread.messages)) if (isRunning(message)) stop(message.id)
    },
  }
}

export type Actions = ReturnType<typeof actionsOf>

export const isRunning = (message: Message): boolean => message.role === 'assistant' && message.state === 'streaming'
