import { type IDBPDatabase, openDB } from 'idb'
import type { JsonObject } from '../formats/json.ts'
import { LIMITS } from './limits.ts'
import { readConversation } from './read-export.ts'
import type { Conversation } from './types.ts'

/** What a list shows of a conversation. */
export type Summary = Pick<Conversation, 'id' | 'title' | 'updatedAt'>

/** One user's conversations in this browser. If the browser stores nothing, they last as long as the page. */
export interface Database {
  /** Newest first. */
  list(): Promise<Summary[]>
  load(id: string): Promise<Conversation | null>
  /** The oldest make room. Returns whether it was stored. */
  save(conversation: Conversation): Promise<boolean>
  remove(ids: string[]): Promise<void>
}

type Key = [user: number, id: string]

const STORES = ['summaries', 'conversations'] as const

export function openDatabase(userId: number): Database {
  const opened = openDB('playground', 1, {
    upgrade(db) {
      for (const name of STORES) db.createObjectStore(name, { keyPath: 'key' })
    },
  })
  /** Private windows and full disks refuse; the page works without. */
  async function attempt<Result>(otherwise: Result, act: (db: IDBPDatabase) => Promise<Result>): Promise<Result> {
    try {
      return await act(await opened)
    } catch {
      return otherwise
    }
  }

  const list = () =>
    attempt([], async db => {
      // This user's keys: anything after the number in the array.
      const rows: (Summary & { key: Key })[] = await db.getAll('summaries', IDBKeyRange.bound([userId], [userId, []]))
      return rows
        .map(({ key: [, id], title, updatedAt }) => ({ id, title, updatedAt }))
        .sort((one, other) => other.updatedAt - one.updatedAt)
    })
  const remove = (ids: string[]) =>
    attempt(undefined, async db => {
      const writing = db.transaction(STORES, 'readwrite')
      for (const id of ids) for (const name of STORES) void writing.objectStore(name).delete([userId, id])
      await writing.done
    })
  return {
    list,
    remove,
    load: id =>
      attempt(null, async db => {
        const row: { conversation: JsonObject } | undefined = await db.get('conversations', [userId, id])
        // Data stored by an older version of this page is checked like a file.
        return row ? readConversation(row.conversation) : null
      }),
    async save(conversation) {
      const { id, title, updatedAt } = conversation
      const key: Key = [userId, id]
      const isKept = await attempt(false, async db => {
        const writing = db.transaction(STORES, 'readwrite')
        void writing.objectStore('summaries').put({ key, title, updatedAt })
        void writing.objectStore('conversations').put({ key, conversation })
        await writing.done
        return true
      })
      const tooMany = (await list()).slice(LIMITS.conversations)
      if (tooMany.length > 0) await remove(tooMany.map(({ id }) => id))
      return isKept
    },
  }
}
