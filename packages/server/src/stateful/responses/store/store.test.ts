import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { findChain, findResponse, insertResponses, keepLonger, removeResponse } from './store.ts'

const [OWNER, OTHER] = [1, 2]
const NOW = 1_000

for (const { kind, open } of databases()) {
  describe(`stored responses on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    beforeEach(() => database.storage.db.deleteFrom('stored_responses').execute())
    afterAll(() => database.close())

    const keep = (userId: number, id: string, previousId = '', expiresAt = 5_000) =>
      insertResponses(database.storage.db, [
        {
          user_id: userId,
          id,
          previous_id: previousId,
          channel_id: 0,
          status: 'completed',
          bytes: 6,
          created_at: 1,
          expires_at: expiresAt,
          seen_at: 1,
          sealed: `of-${userId}`,
        },
      ])
    const chainOf = async (userId: number, id: string) =>
      (await findChain(database.storage.db, userId, id, NOW)).map(({ user_id, id }) => [user_id, id])

    test('are chained only with their owner’s responses, even if others have the same ids', async () => {
      for (const user of [OTHER, OWNER, 3]) {
        await keep(user, 'r1')
        await keep(user, 'r2', 'r1')
        await keep(user, 'r3', 'r2')
      }
      expect(await chainOf(OWNER, 'r3')).toEqual([
        [OWNER, 'r3'],
        [OWNER, 'r2'],
        [OWNER, 'r1'],
      ])
    })

    test('end their chain at a response that belongs to someone else or has expired', async () => {
      await keep(OTHER, 'theirs')
      await keep(OWNER, 'mine', 'theirs')
      await keep(OWNER, 'old', '', NOW)
      await keep(OWNER, 'new', 'old')
      expect(await chainOf(OWNER, 'mine')).toEqual([[OWNER, 'mine']])
      expect(await chainOf(OWNER, 'new')).toEqual([[OWNER, 'new']])
      expect(await chainOf(OWNER, 'theirs')).toEqual([])
    })

    test('live as long as responses that continue them, never shorter, and only for their owner', async () => {
      await keep(OWNER, 'short', '', 2_000)
      await keep(OWNER, 'long', '', 9_000)
      await keep(OWNER, 'unnamed', '', 2_000)
      await keep(OTHER, 'short', '', 2_000)
      await keepLonger(database.storage.db, OWNER, ['short', 'long'], 5_000)
      await keepLonger(database.storage.db, OWNER, [], 8_000)
      const until = async (user: number, id: string) =>
        (await findResponse(database.storage.db, user, id, NOW))?.expires_at
      expect(await until(OWNER, 'short')).toBe(5_000)
      expect(await until(OWNER, 'long')).toBe(9_000)
      expect(await until(OWNER, 'unnamed')).toBe(2_000)
      expect(await until(OTHER, 'short')).toBe(2_000)
    })

    test('are removed only for their owner', async () => {
      await keep(OWNER, 'r')
      await keep(OTHER, 'r')
      expect(await removeResponse(database.storage.db, OWNER, 'r')).toBe(true)
      expect(await removeResponse(database.storage.db, OWNER, 'r')).toBe(false)
      expect((await findResponse(database.storage.db, OTHER, 'r', NOW))?.sealed).toBe('of-2')
    })
  })
}
