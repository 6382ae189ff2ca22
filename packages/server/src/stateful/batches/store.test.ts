import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Insertable } from 'kysely'
import pino from 'pino'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import type { RelayBatchesTable, RelayFilesTable } from '../../platform/storage/schema.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { pollBatch, pollBatches } from './poll.ts'
import { type BatchStore, batchStore, insertBatch, markSettled } from './store.ts'

const NOW = 1_800_000_000
const HOUR = 3600
const [OWNER, OTHER] = [1, 2]
const MADE_AT = { created_at: NOW, poll_at: NOW }

for (const { kind, open } of databases()) {
  describe(`files and batches in ${kind}`, () => {
    let database: TestDatabase
    let db: TestDatabase['storage']['db']
    let store: BatchStore
    beforeAll(async () => {
      database = await open()
      db = database.storage.db
      store = batchStore(db)
    })
    beforeEach(async () => {
      await db.deleteFrom('relay_files').execute()
      await db.deleteFrom('relay_batches').execute()
    })
    afterAll(() => database.close())

    const addFile = (id: string, columns: Partial<Insertable<RelayFilesTable>> = {}) =>
      store.insertFile({
        id,
        user_id: OWNER,
        channel_id: 1,
        upstream_id: `upstream-${id}`,
        purpose: 'batch',
        body: '{}',
        created_at: NOW,
        ...columns,
      })
    const addBatch = (id: string, columns: Partial<Insertable<RelayBatchesTable>> = {}) =>
      insertBatch(db, {
        id,
        protocol: 'openai',
        state: 'running',
        user_id: OWNER,
        token_id: 1,
        channel_id: 1,
        upstream_id: `upstream-${id}`,
        requests: 1,
        terms: '{}',
        held: 0,
        held_of_token: 0,
        ...MADE_AT,
        ...columns,
      })
    const files = async (query: Partial<Parameters<BatchStore['listFiles']>[1]> = {}) => {
      const { rows, hasMore } = await store.listFiles(OWNER, { limit: 2, ...query })
      return [...rows.map(({ id }) => id), ...(hasMore ? ['more'] : [])]
    }

    test('a list is newest first, and a page after or before an id is adjacent to it', async () => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) await addFile(id)
      await addFile('foreign', { user_id: OTHER })
      expect({
        first: await files(),
        behind: await files({ after: 'd' }),
        last: await files({ after: 'b' }),
        before: await files({ before: 'a' }),
        beforeSecond: await files({ before: 'd' }),
        oldestFirst: await files({ isAscending: true }),
        oldestFirstBehind: await files({ isAscending: true, after: 'c' }),
        oldestFirstBefore: await files({ isAscending: true, before: 'd' }),
      }).toEqual({
        first: ['e', 'd', 'more'],
        behind: ['c', 'b', 'more'],
        last: ['a'],
        before: ['c', 'b', 'more'],
        beforeSecond: ['e'],
        oldestFirst: ['a', 'b', 'more'],
        oldestFirstBehind: ['d', 'e'],
        oldestFirstBefore: ['b', 'c', 'more'],
      })
    })

    test('with an unknown or another user’s id, a list begins at the start', async () => {
      await addFile('foreign', { user_id: OTHER })
      await addFile('a')
      expect([await files({ after: 'nobody’s' }), await files({ after: 'foreign' })]).toEqual([['a'], ['a']])
    })

    test('a list contains no deleted files and none with another purpose', async () => {
      await addFile('for batches')
      await addFile('for eyes', { purpose: 'vision' })
      await addFile('deleted')
      await store.deleteFile('deleted', NOW)
      expect(await files()).toEqual(['for eyes', 'for batches'])
      expect(await files({ purpose: 'vision' })).toEqual(['for eyes'])
      expect(await store.findFile('deleted', OWNER)).toBeUndefined()
    })

    test('a file that is inserted again stays unchanged', async () => {
      await addFile('a')
      await addFile('a', { user_id: OTHER, upstream_id: 'another' })
      expect(await store.findFile('a', OWNER)).toMatchObject({ upstream_id: 'upstream-a' })
    })

    test('a batch is found only by its user and protocol, once its upstream has it and until it is deleted', async () => {
      await addBatch('made')
      await addBatch('message', { protocol: 'anthropic' })
      await addBatch('foreign', { user_id: OTHER })
      await addBatch('not made yet', { state: 'creating', upstream_id: '' })
      await addBatch('deleted', { deleted_at: NOW })
      const { rows } = await store.listBatches(OWNER, 'openai', { limit: 10 })
      expect(rows.map(({ id }) => id)).toEqual(['made'])
      const found = []
      for (const id of ['made', 'message', 'foreign', 'not made yet', 'deleted'])
        found.push((await store.findBatch(id, OWNER, 'openai'))?.id)
      expect(found).toEqual(['made', undefined, undefined, undefined, undefined])
    })

    test('a list of batches is newest first, limited in length, and continues after an id', async () => {
      for (const id of ['a', 'b', 'c']) await addBatch(id)
      const batches = async (query: Partial<Parameters<BatchStore['listBatches']>[2]> = {}) => {
        const { rows, hasMore } = await store.listBatches(OWNER, 'openai', { limit: 2, ...query })
        return [...rows.map(({ id }) => id), ...(hasMore ? ['more'] : [])]
      }
      expect(await batches()).toEqual(['c', 'b', 'more'])
      expect(await batches({ after: 'b' })).toEqual(['a'])
      expect(await batches({ before: 'b' })).toEqual(['c'])
    })

    test('a batch needs each of its files until it is settled', async () => {
      await addBatch('open', { input_file: 'in', output_file: 'out', error_file: 'errors' })
      await addBatch('foreign', { user_id: OTHER, input_file: 'theirs' })
      await addBatch('settled', { state: 'settled', input_file: 'read' })
      const needing = []
      for (const id of ['in', 'out', 'errors', 'theirs', 'read', 'nobody’s']) {
        await addFile(id)
        const file = await store.findFile(id, OWNER)
        needing.push(file && (await store.openBatchOf(file))?.id)
      }
      expect(needing).toEqual(['open', 'open', 'open', undefined, undefined, undefined])
    })

    test('due batches are listed by due time, without settled ones', async () => {
      await addBatch('later', { poll_at: NOW + 1 })
      await addBatch('now', { poll_at: NOW })
      await addBatch('long ago', { poll_at: NOW - 100, state: 'creating' })
      await addBatch('settled', { poll_at: NOW - 200, state: 'settled' })
      const due = async (limit: number) => (await store.due(NOW, limit)).map(({ id }) => id)
      expect([await due(10), await due(1)]).toEqual([['long ago', 'now'], ['long ago']])
    })

    test('a batch changes only in the named states, and is settled once from the state that was read', async () => {
      await addBatch('a')
      await addBatch('other')
      expect(await store.changeBatch('a', ['creating'], { body: 'no' })).toBe(false)
      expect(await store.changeBatch('a', ['running', 'settled'], { body: 'yes' })).toBe(true)
      expect(await markSettled(db, { id: 'a', state: 'creating' })).toBe(false)
      expect(await markSettled(db, { id: 'a', state: 'running' })).toBe(true)
      expect(await markSettled(db, { id: 'a', state: 'running' })).toBe(false)
      expect(await markSettled(db, { id: 'a', state: 'settled' })).toBe(false)
      expect(await store.findBatch('a', OWNER, 'openai')).toMatchObject({ body: 'yes', state: 'settled' })
      expect(await store.findBatch('other', OWNER, 'openai')).toMatchObject({ body: '', state: 'running' })
    })

    test('a batch is polled again after a tenth of its age, at least one and at most ten minutes', async () => {
      const ages = { young: 100, older: 3_000, old: 5 * HOUR }
      for (const [id, age] of Object.entries(ages)) await addBatch(id, { created_at: NOW - age })
      const deps = {
        batches: store,
        // The channel is gone, so polling fails, but each batch still gets its next time.
        channels: { byId: () => undefined },
        now: () => NOW,
        log: pino({ level: 'silent' }),
      } as unknown as StatefulDeps
      expect(await pollBatches(deps, new AbortController().signal)).toBe(0)
      const pauses: Record<string, number> = {}
      for (const id of Object.keys(ages))
        pauses[id] = ((await store.findBatch(id, OWNER, 'openai'))?.poll_at ?? 0) - NOW
      expect(pauses).toEqual({ young: 60, older: 300, old: 600 })
    })

    test('a batch that is still being created is not refunded', async () => {
      await addBatch('making', { state: 'creating', upstream_id: '', poll_at: NOW + 1 })
      const making = await db.selectFrom('relay_batches').selectAll().executeTakeFirstOrThrow()
      const deps = { batches: store, now: () => NOW } as unknown as StatefulDeps
      expect(await pollBatch(making, deps)).toBe(false)
      expect(await db.selectFrom('relay_batches').selectAll().executeTakeFirstOrThrow()).toEqual(making)
    })

    test('a stopping process does not refund a lost batch', async () => {
      await addBatch('lost', { created_at: NOW - 72 * HOUR })
      const lost = await db.selectFrom('relay_batches').selectAll().executeTakeFirstOrThrow()
      const deps = { batches: store, channels: { byId: () => undefined }, now: () => NOW } as unknown as StatefulDeps
      expect(await rejection(pollBatch(lost, deps, AbortSignal.abort()))).toMatchObject({ name: 'AbortError' })
      expect(await db.selectFrom('relay_batches').selectAll().executeTakeFirstOrThrow()).toEqual(lost)
    })

    test('a batch whose creator’s time is over is refunded from that second on', async () => {
      await addBatch('late', { state: 'creating', upstream_id: '', poll_at: NOW })
      const late = await db.selectFrom('relay_batches').selectAll().executeTakeFirstOrThrow()
      // Another process has refunded it meanwhile, so nothing is left to do.
      await db.deleteFrom('relay_batches').execute()
      const deps = { batches: store, now: () => NOW, options: { get: () => false } } as unknown as StatefulDeps
      expect(await pollBatch(late, deps)).toBe(true)
    })
  })
}
