import { type Database, openDatabase, type Summary } from './database.ts'
import { isEmpty, newConversation, titleOf } from './new-conversation.ts'
import type { Conversation } from './types.ts'

/** One user's conversations: those in use in memory, all that have messages in the browser. */
export interface ConversationStore {
  subscribe(listener: () => void): () => void
  /** null: the browser's conversations are still loading. */
  current(): Conversation | null
  summaries(): readonly Summary[]
  /** Whether the browser failed to store the last change. */
  isUnkept(): boolean
  find(id: string): Conversation | undefined
  load(id: string): Promise<Conversation | null>
  /** Changes a conversation in use and stores it. */
  update(id: string, next: (conversation: Conversation) => Conversation): void
  open(id: string): Promise<void>
  /** Starts one without messages, or shows this one. */
  start(conversation?: Conversation): void
  add(conversations: Conversation[]): Promise<void>
  remove(ids: string[]): Promise<void>
  all(): Promise<Conversation[]>
}

/** Answers change many times a second; the browser stores less often. */
const SAVE_AFTER_MS = 500

const stores = new Map<number, ConversationStore>()

/** One store for each user, so that answers continue while another page is open. */
export function storeOf(userId: number): ConversationStore {
  const store = stores.get(userId) ?? makeStore(openDatabase(userId))
  stores.set(userId, store)
  return store
}

function makeStore(database: Database): ConversationStore {
  const inUse = new Map<string, Conversation>()
  const unsaved = new Set<string>()
  const listeners = new Set<() => void>()
  let currentId = ''
  let summaries: readonly Summary[] = []
  let isUnkept = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const show = (conversation: Conversation) => {
    inUse.set(conversation.id, conversation)
    currentId = conversation.id
    tell()
  }
  const refresh = async () => {
    summaries = await database.list()
    tell()
  }
  async function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const conversations = [...unsaved].flatMap(id => inUse.get(id) ?? [])
    unsaved.clear()
    for (const conversation of conversations)
      if (!isEmpty(conversation)) isUnkept = !(await database.save(conversation))
    await refresh()
  }
  const saveSoon = (id: string) => {
    unsaved.add(id)
    timer ??= setTimeout(() => void save(), SAVE_AFTER_MS)
  }
  // A hidden page may never be shown again.
  globalThis.addEventListener?.('visibilitychange', () => {
    if (timer !== undefined) void save()
  })
  void refresh().then(async () => {
    const [newest] = summaries
    const kept = newest && (await database.load(newest.id))
    if (!currentId) show(kept ?? newConversation(Date.now()))
  })

  const load = async (id: string) => inUse.get(id) ?? (await database.load(id))

  return {
    load,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current: () => inUse.get(currentId) ?? null,
    summaries: () => summaries,
    isUnkept: () => isUnkept,
    find: id => inUse.get(id),
    update(id, next) {
      const before = inUse.get(id)
      if (!before) return
      const after = next(before)
      if (after === before) return
      inUse.set(id, { ...after, title: after.title || titleOf(after), updatedAt: Date.now() })
      saveSoon(id)
      // Anybody who leaves after an answer has ended finds it ended.
      if (isAnswering(before) && !isAnswering(after)) void save()
      tell()
    },
    async open(id) {
      const found = await load(id)
      if (found) show(found)
    },
    start: conversation => show(conversation ?? newConversation(Date.now(), inUse.get(currentId))),
    async add(conversations) {
      for (const conversation of conversations) isUnkept = !(await database.save(conversation))
      await refresh()
      const [first] = conversations
      if (first) show(first)
    },
    async remove(ids) {
      for (const id of ids) {
        unsaved.delete(id)
        inUse.delete(id)
      }
      await database.remove(ids)
      if (ids.includes(currentId)) show(newConversation(Date.now()))
      await refresh()
    },
    async all() {
      await save()
      const found = await Promise.all(summaries.map(({ id }) => load(id)))
      return found.filter(conversation => conversation !== null)
    },
  }
}

const isAnswering = ({ threads }: Conversation): boolean =>
  threads.some(({ messages }) =>
    Object.values(messages).some(message => message.role === 'assistant' && message.state === 'streaming'),
  )
