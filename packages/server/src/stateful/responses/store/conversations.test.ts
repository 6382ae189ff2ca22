import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { TEST_NOW, testApp } from '../../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { rejection } from '../../../../test/support/rejection.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { type Conversations, makeConversations } from './conversations.ts'
import { finishResponse, insertResponses, removeExpired, removeOldest, touchResponses } from './store.ts'

const DAY = 86_400
const [OWNER, OTHER] = [1, 2]

for (const { kind, open } of databases()) {
  describe(`stored conversations on ${kind}`, () => {
    let database: TestDatabase
    let db: TestDatabase['storage']['db']
    let app: AppContext
    let conversations: Conversations
    let now = TEST_NOW
    beforeAll(async () => {
      database = await open()
      db = database.storage.db
      app = await testApp(database)
      await app.options.set('stored_responses.days', '30')
      conversations = makeConversations({ ...app, now: () => now })
    })
    beforeEach(async () => {
      now = TEST_NOW
      for (const table of ['conversations', 'conversation_items', 'stored_responses'] as const)
        await db.deleteFrom(table).execute()
    })
    afterAll(() => database.close())

    test('other work runs while many items are added, in their order', async () => {
      const { id } = await conversations.create(OWNER, {})
      const items = Array.from({ length: 300 }, (_, at) => ({ id: `item ${at}`, text: 'to and fro' }))
      let turns = 0
      const counting = setInterval(() => turns++, 0)
      await conversations.add(OWNER, id, items)
      clearInterval(counting)
      expect(turns).toBeGreaterThan(3)
      expect(await conversations.allItems(OWNER, id)).toEqual(items)
    })

    test('a conversation lives 30 days from its last use, and only its owner finds it', async () => {
      const { id } = await conversations.create(OWNER, { topic: 'tea' })
      expect(id).toMatch(/^conv_[0-9a-f]{32}$/)
      expect(await conversations.find(OWNER, id)).toEqual({ id, createdAt: TEST_NOW, metadata: { topic: 'tea' } })
      expect(await conversations.find(OTHER, id)).toBeNull()
      expect(await conversations.add(OTHER, id, [{ id: 'theirs' }])).toBeNull()
      expect(await conversations.update(OTHER, id, { topic: 'theirs' })).toBeNull()
      expect(await conversations.remove(OTHER, id)).toBe(false)
      now += 30 * DAY - 1
      await conversations.add(OWNER, id, [])
      now += 30 * DAY - 1
      expect(await conversations.update(OWNER, id, { topic: 'more tea' })).toMatchObject({
        metadata: { topic: 'more tea' },
      })
      now += 30 * DAY - 1
      expect(await conversations.find(OWNER, id)).toMatchObject({ metadata: { topic: 'more tea' } })
      now += 1
      expect(await conversations.find(OWNER, id)).toBeNull()
      expect(await conversations.add(OWNER, id, [{ id: 'late' }])).toBeNull()
      expect(await conversations.findItem(OWNER, id, 'late')).toBeNull()
    })

    test('using a conversation extends no other and creates none', async () => {
      const [used, other] = [await conversations.create(OWNER, {}), await conversations.create(OWNER, {})]
      now += DAY
      expect(await conversations.add(OWNER, used.id, [])).toEqual([])
      expect(await conversations.add(OWNER, 'conv_none', [])).toBeNull()
      now += 29 * DAY
      expect(await conversations.find(OWNER, other.id)).toBeNull()
      expect(await conversations.find(OWNER, used.id)).not.toBeNull()
    })

    test('items added by two nodes stay in the order of addition', async () => {
      const { id } = await conversations.create(OWNER, {})
      const neighbour = makeConversations({ ...app, now: () => now })
      const added: string[] = []
      for (const node of [conversations, neighbour, conversations, neighbour]) {
        const before = Date.now()
        while (Date.now() === before); // positions are based on milliseconds
        const names = ['a', 'b', 'c'].map(name => `${name}${added.length}`)
        await node.add(
          OWNER,
          id,
          names.map(name => ({ id: name })),
        )
        added.push(...names)
      }
      expect((await conversations.listItems(OWNER, id))?.map(item => item.id)).toEqual(added)
      const places = await db.selectFrom('conversation_items').select('place').distinct().execute()
      expect(places).toHaveLength(added.length)
    })

    test('any number of items stay in the order of addition, and an existing item stays unchanged', async () => {
      const { id } = await conversations.create(OWNER, {})
      const many = Array.from({ length: 250 }, (_, at) => ({ id: `i${at}`, at }))
      await conversations.add(OWNER, id, many.slice(0, 10))
      await conversations.add(OWNER, id, many.slice(10))
      await conversations.add(OWNER, id, [{ id: 'i3', at: 'changed' }])
      expect(await conversations.allItems(OWNER, id)).toEqual(many)
      expect((await conversations.listItems(OWNER, id))?.map(item => item.id)).toEqual(many.map(item => item.id))
    })

    test('an item without a usable id gets one, by which it is found and removed only in its conversation', async () => {
      const [one, other] = [await conversations.create(OWNER, {}), await conversations.create(OWNER, {})]
      const given = [{ text: 'none' }, { id: '' }, { id: 7 }, { id: 'x'.repeat(129) }, { id: 'x'.repeat(128) }]
      const added = (await conversations.add(OWNER, one.id, given)) ?? []
      expect(added.map(({ id }) => id.slice(0, 5))).toEqual(['item_', 'item_', 'item_', 'item_', 'xxxxx'])
      const [first] = added
      if (!first) throw new Error('no item')
      expect(await conversations.findItem(OWNER, one.id, first.id)).toEqual({ id: first.id, item: { text: 'none' } })
      expect(await conversations.findItem(OWNER, other.id, first.id)).toBeNull()
      expect(await conversations.removeItem(OWNER, other.id, first.id)).toBe(false)
      expect(await conversations.removeItem(OWNER, one.id, first.id)).toBe(true)
      expect(await conversations.removeItem(OWNER, one.id, first.id)).toBe(false)
      expect(await conversations.allItems(OWNER, one.id)).toHaveLength(4)
    })

    test('removing a conversation removes its items', async () => {
      const [gone, kept] = [await conversations.create(OWNER, {}), await conversations.create(OWNER, {})]
      for (const { id } of [gone, kept]) await conversations.add(OWNER, id, [{ id: 'i' }])
      expect(await conversations.remove(OWNER, gone.id)).toBe(true)
      expect(await conversations.remove(OWNER, gone.id)).toBe(false)
      expect(await db.selectFrom('conversation_items').select('conversation_id').execute()).toEqual([
        { conversation_id: kept.id },
      ])
    })

    test('items are accepted within the user’s limit, which counts no other user’s items', async () => {
      await app.options.set('stored_responses.mib_per_user', '1')
      const [mine, theirs] = [await conversations.create(OWNER, {}), await conversations.create(OTHER, {})]
      await conversations.add(OTHER, theirs.id, [{ id: 'small' }])
      await db
        .updateTable('conversation_items')
        .set({ bytes: 2 ** 20 + 1 })
        .execute()
      await conversations.add(OWNER, mine.id, [{ id: 'first' }])
      await db
        .updateTable('conversation_items')
        .set({ bytes: 2 ** 20 })
        .where('user_id', '=', OWNER)
        .execute()
      expect(await conversations.add(OWNER, mine.id, [{ id: 'second' }])).toHaveLength(1)
      const full = await rejection(conversations.add(OWNER, mine.id, [{ id: 'third' }]))
      expect(full).toMatchObject({ name: 'ConversationsFull', mib: 1 })
      await app.options.set('stored_responses.mib_per_user', '512')
    })

    const keep = (id: string, columns: Record<string, unknown> = {}) =>
      insertResponses(db, [
        {
          user_id: OWNER,
          id,
          previous_id: '',
          channel_id: 0,
          status: 'completed',
          bytes: 10,
          created_at: 1,
          expires_at: TEST_NOW + 10,
          seen_at: 1,
          sealed: '',
          ...columns,
        },
      ])
    const ids = async () =>
      (await db.selectFrom('stored_responses').select('id').orderBy('id').execute()).map(({ id }) => id)

    test('a user’s oldest responses are removed until the rest fits, and nobody else’s', async () => {
      for (const at of [1, 2, 3, 4]) await keep(`r${at}`, { created_at: at })
      await keep('theirs', { user_id: OTHER, created_at: 0, bytes: 1_000 })
      await removeOldest(db, OWNER, 30)
      expect(await ids()).toEqual(['r2', 'r3', 'r4', 'theirs'])
      await removeOldest(db, OWNER, 29)
      expect(await ids()).toEqual(['r3', 'r4', 'theirs'])
    })

    test('expired rows and leftovers of deleted users or conversations are removed a few at a time', async () => {
      await db.deleteFrom('users').execute()
      const user = { aff_code: 'gone', username: 'gone', created_at: 1, deleted_at: 2 }
      const { id: gone } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
      for (const id of ['a', 'b', 'c']) await keep(id, { expires_at: TEST_NOW })
      await keep('kept', { expires_at: TEST_NOW + 1, user_id: gone + 1 })
      await keep('of nobody', { user_id: gone })
      const { id } = await conversations.create(gone + 1, {})
      await conversations.add(gone + 1, id, [{ id: 'i1' }, { id: 'i2' }])
      expect(await removeExpired(db, TEST_NOW, 3)).toBe(3)
      expect(await removeExpired(db, TEST_NOW, 3)).toBe(1)
      expect(await removeExpired(db, TEST_NOW, 3)).toBe(0)
      expect(await ids()).toEqual(['kept'])
      expect(await removeExpired(db, TEST_NOW + 31 * DAY, 3)).toBe(1)
      // Its items are removed next.
      expect(await removeExpired(db, TEST_NOW + 31 * DAY, 3)).toBe(2)
      expect(await db.selectFrom('conversation_items').select('id').execute()).toEqual([])
    })

    test('a response ends once; a running one is reported as alive, and an ended one as unwanted', async () => {
      for (const status of ['queued', 'in_progress', 'cancelled']) await keep(status, { status })
      expect(await touchResponses(db, ['queued', 'cancelled', 'nobody’s'], 5)).toEqual(new Set(['queued']))
      const rows = await db.selectFrom('stored_responses').select(['id', 'status', 'seen_at']).orderBy('id').execute()
      expect(rows).toEqual([
        { id: 'cancelled', status: 'cancelled', seen_at: 1 },
        { id: 'in_progress', status: 'in_progress', seen_at: 1 },
        { id: 'queued', status: 'in_progress', seen_at: 5 },
      ])
      const end = { status: 'completed', sealed: 'seal' }
      expect(await finishResponse(db, OTHER, 'queued', end)).toBe(false)
      expect(await finishResponse(db, OWNER, 'queued', end)).toBe(true)
      expect(await finishResponse(db, OWNER, 'queued', end)).toBe(false)
      const ended = db.selectFrom('stored_responses').select(['id', 'bytes']).where('sealed', '=', 'seal')
      expect(await ended.execute()).toEqual([{ id: 'queued', bytes: 4 }])
    })
  })
}
