import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import pino from 'pino'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { localBuses } from '../../../test/support/local-bus.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { until } from '../../../test/support/until.ts'
import { noBus } from '../../platform/cluster/bus.ts'
import { type Account, available } from './book.ts'
import { type LeaseStore, type LeaseTaken, leaseStore, NodeGivenUp } from './lease-store.ts'
import { openLeases } from './leases.ts'
import { nodeStore } from './node.ts'

for (const { kind, open } of databases()) {
  describe(`leases on ${kind}`, () => {
    let database: TestDatabase
    let made = 0
    const cleanUp: (() => void)[] = []
    beforeAll(async () => {
      database = await open()
    })
    afterEach(() => {
      for (const end of cleanUp.splice(0)) end()
    })
    afterAll(() => database.close())

    /** Makes a node with its leases; the store's functions can be replaced. */
    async function join({ bus = noBus, over = {} as Partial<LeaseStore>, silentMs = Number.POSITIVE_INFINITY } = {}) {
      const { ledger, kind } = database.storage
      const id = crypto.randomUUID()
      const nodes = nodeStore(ledger, kind)
      await nodes.join(id)
      const store = { ...leaseStore(ledger, kind, () => 1, silentMs), ...over }
      const log = pino({ level: 'silent' })
      const timings = { idleMs: 0, recallPatienceMs: 2_000 }
      let current = id
      const leases = openLeases({ store, node: () => current, bus, log, timings })
      /** Continues under another id, without leases. */
      const rejoin = async () => {
        current = crypto.randomUUID()
        leases.loseAll()
        await nodes.join(current)
      }
      const leave = async () => {
        await leases.returnAll()
        await nodes.leave(current)
      }
      /** Leases without deciding anything. Returns whether there is certainly no more. */
      const enough = (account: Account, amount: number) => leases.withLeased([[account, amount]], isAll => isAll)
      return { ...leases, enough, id, leave, rejoin }
    }

    async function user(quota: number): Promise<number> {
      const name = `user-${++made}`
      const { db } = database.storage
      const row = await db
        .insertInto('users')
        .values({ username: name, aff_code: name, created_at: 1, quota })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    }

    async function stored(id: number) {
      const { db } = database.storage
      const { leased } = await db.selectFrom('users').select('leased').where('id', '=', id).executeTakeFirstOrThrow()
      const rows = await db.selectFrom('leases').select('taken').where('account_id', '=', id).execute()
      return { leased, rows: rows.length }
    }

    test('a lone node takes everything, one beside others a stock', async () => {
      const [one, other] = [await user(10_000), await user(10_000)]
      const first = await join()
      const account = first.account('user', one)
      expect(first.covers(account, 0)).toBe(false)
      expect(await first.enough(account, 10)).toBe('enough')
      expect(available(account)).toBe(10_000)
      expect(await stored(one)).toEqual({ leased: 10_000, rows: 1 })

      const second = await join()
      const shared = second.account('user', other)
      expect(await second.enough(shared, 10)).toBe('enough')
      expect(available(shared)).toBe(320)
      expect(second.covers(shared, 320)).toBe(true)
      expect(second.covers(shared, 321)).toBe(false)
      await Promise.all([first.leave(), second.leave()])
      expect([await stored(one), await stored(other)]).toMatchObject([{ leased: 0 }, { leased: 0 }])
    })

    test.each(['messages', 'looks alone'])(
      'near zero, leases are exact: a node returns what it does not hold, by %s',
      async by => {
        const buses = localBuses()
        if (by === 'looks alone') buses.cut()
        const id = await user(100)
        const [one, other] = [await join({ bus: buses.join() }), await join({ bus: buses.join() })]
        const [here, there] = [one.account('user', id), other.account('user', id)]
        expect(await one.enough(here, 60)).toBe('enough')
        here.held = 20
        const looking = setInterval(() => {
          for (const node of [one, other]) node.answerRecalls().catch(() => undefined)
        }, 20)
        cleanUp.push(() => clearInterval(looking))
        expect(await other.enough(there, 80)).toBe('enough')
        expect(available(there)).toBe(80)
        there.held = 80
        expect(await one.enough(here, 1)).toBe('all')
        expect([available(here), await stored(id)]).toEqual([0, { leased: 100, rows: 2 }])
        // amounts no longer held are returned at once while others may want them
        there.held = 50
        other.changed(there)
        await until(
          () => stored(id),
          ({ leased }) => leased === 70,
        )
        expect(await one.enough(here, 30)).toBe('enough')
        expect(available(here)).toBe(30)
        Object.assign(here, { held: 0 })
        Object.assign(there, { held: 0 })
        await Promise.all([one.leave(), other.leave()])
      },
    )

    test('what the calls of a living node hold is spent; of a silent one, it is not returned yet', async () => {
      const id = await user(500)
      const [one, other] = await Promise.all([join(), join({ silentMs: 60_000 })])
      const [here, there] = [one.account('user', id), other.account('user', id)]
      await one.enough(here, 500)
      here.held = 500
      const looking = setInterval(() => void one.answerRecalls().catch(() => undefined), 20)
      cleanUp.push(() => clearInterval(looking))
      expect(await other.enough(there, 100)).toBe('all')
      await database.storage.db
        .updateTable('nodes')
        .set(({ eb }) => ({ seen_at: eb('seen_at', '-', 100_000) }))
        .where('id', '=', one.id)
        .execute()
      expect(await other.enough(there, 100)).toBe('not returned')
      here.held = 0
      await Promise.all([one.leave(), other.leave()])
    })

    test('concurrent callers share one transaction', async () => {
      const store = leaseStore(database.storage.ledger, kind, () => 1, Number.POSITIVE_INFINITY)
      let taken = 0
      const neighbour = await join()
      const node = await join({
        over: {
          take(...wanted) {
            taken += 1
            return store.take(...wanted)
          },
        },
      })
      const account = node.account('user', await user(100_000))
      const answers = await Promise.all(Array.from({ length: 50 }, () => node.enough(account, 100)))
      expect(new Set(answers)).toEqual(new Set(['enough']))
      expect(available(account)).toBeGreaterThanOrEqual(5_000)
      expect(taken).toBe(1)
      await Promise.all([node.leave(), neighbour.leave()])
    })

    test('an account without calls is returned and forgotten, but not while a call waits or holds', async () => {
      const id = await user(500)
      const store = leaseStore(database.storage.ledger, kind, () => 1, Number.POSITIVE_INFINITY)
      let gate = async () => {}
      const node = await join({
        over: {
          async take(...wanted) {
            await gate()
            return store.take(...wanted)
          },
        },
      })
      const account = node.account('user', id)
      await node.enough(account, 10)
      node.refresh('user', id)
      const { promise: waiting, resolve: end } = Promise.withResolvers<void>()
      gate = () => waiting
      const deciding = node.withLeased([[account, 500]], () => available(account))
      await Bun.sleep(1)
      const returning = node.returnIdle()
      end()
      expect(await deciding).toBe(500)
      expect(node.account('user', id)).toBe(account)
      await returning
      account.held = 1
      await Bun.sleep(1)
      await node.returnIdle()
      expect(node.account('user', id)).toBe(account)
      account.held = 0
      await Bun.sleep(1)
      await node.returnIdle()
      expect(node.account('user', id)).not.toBe(account)
      expect(await stored(id)).toEqual({ leased: 0, rows: 0 })
      await node.leave()
    })

    test('an amount leased for a caller is not returned before the caller has it', async () => {
      const id = await user(100)
      const node = await join()
      const account = node.account('user', id)
      await node.recall('user', id)
      const deciding = node.withLeased([[account, 40]], () => {
        const there = available(account)
        account.held = 30
        return there
      })
      // runs right after the lease, in the account's turn
      await Promise.all([node.answerRecalls(), node.recall('user', id)])
      expect(await deciding).toBe(40)
      await until(
        () => stored(id),
        ({ leased }) => leased === 30,
      )
      account.held = 0
      await node.recall('user', id)
      expect([available(account), await stored(id)]).toMatchObject([0, { leased: 0 }])
      await node.leave()
    })

    test('amounts promised to others are still returned long after they asked, and repeatedly if the database failed', async () => {
      const buses = localBuses()
      const id = await user(100)
      const store = leaseStore(database.storage.ledger, kind, () => 0, Number.POSITIVE_INFINITY)
      let isBroken = false
      const giveBack: LeaseStore['giveBack'] = (...what) => {
        if (isBroken) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
        return store.giveBack(...what)
      }
      const [one, other] = [await join({ bus: buses.join(), over: { giveBack } }), await join({ bus: buses.join() })]
      const [here, there] = [one.account('user', id), other.account('user', id)]
      await one.enough(here, 80)
      here.held = 80
      expect(await other.enough(there, 30)).toBe('all')
      await other.recall('user', id)

      const moment = performance.now()
      const clock = spyOn(performance, 'now').mockImplementation(() => moment + 3_600_000)
      cleanUp.push(() => clock.mockRestore())
      here.held = 40
      one.changed(here)
      await until(
        () => stored(id),
        ({ leased }) => leased === 40,
      )
      clock.mockRestore()
      isBroken = true
      here.held = 0
      one.changed(here)
      await until(
        async () => available(here),
        left => left === 0,
      )
      isBroken = false
      await one.answerRecalls()
      await until(
        () => stored(id),
        ({ leased }) => leased === 0,
      )
      expect(await other.enough(there, 100)).toBe('enough')
      await Promise.all([one.leave(), other.leave()])
    })

    /** A node that decides on all of a wallet of 100, of which it has leased a part, and waits for a period until `end`. */
    async function deciding100() {
      const store = leaseStore(database.storage.ledger, kind, () => 1, Number.POSITIVE_INFINITY)
      const { promise: waiting, resolve: end } = Promise.withResolvers<void>()
      const node = await join({
        over: {
          async take(key, decide) {
            if (key.account !== 'period') return store.take(key, decide)
            await waiting
            return { granted: 0, taken: 0, isUnlimited: true } as LeaseTaken
          },
        },
      })
      const account = node.account('user', await user(100))
      await node.enough(account, 10)
      const amounts: [Account, number][] = [
        [account, 100],
        [node.account('period', 1), 1],
      ]
      return { node, account, deciding: node.withLeased(amounts, leased => leased), end }
    }

    test('what another call has taken of a leased amount meanwhile is missing, but not all there is', async () => {
      const { node, account, deciding, end } = await deciding100()
      account.held = 30
      end()
      expect(await deciding).toBe('some')
      account.held = 0
      await node.leave()
    })

    test('nothing is decided on what a node leased before it was given up', async () => {
      const { node, deciding, end } = await deciding100()
      await node.rejoin()
      end()
      expect(await rejection(deciding)).toBeInstanceOf(NodeGivenUp)
      await node.leave()
    })

    test('a node that was given up has nothing of what it had leased', async () => {
      const node = await join()
      const account = node.account('user', await user(100))
      await node.enough(account, 10)
      Object.assign(account, { spent: 3, held: 5 })
      await node.rejoin()
      expect(account).toMatchObject({ taken: 0, spent: 0, held: 0 })
      await node.leave()
    })

    test('a changed row is read again, even if it changed during a lease', async () => {
      const store = leaseStore(database.storage.ledger, kind, () => 1, Number.POSITIVE_INFINITY)
      let meanwhile = () => {}
      const node = await join({
        over: {
          async take(...wanted) {
            const taken = await store.take(...wanted)
            meanwhile()
            return taken
          },
        },
      })
      const id = await user(100)
      const account = node.account('user', id)
      await node.enough(account, 10)
      expect(node.covers(account, 10)).toBe(true)
      for (const changed of [id, 0]) {
        node.refresh('user', changed)
        expect(node.covers(account, 10)).toBe(false)
        meanwhile = () => node.refresh('user', changed)
        await node.enough(account, 10)
        expect(node.covers(account, 10)).toBe(false)
        meanwhile = () => {}
        await node.enough(account, 10)
        expect(node.covers(account, 10)).toBe(true)
      }
      await node.leave()
    })

    test.each(['before', 'after'])(
      'a return whose connection broke %s the commit takes nothing from any node',
      async when => {
        const store = leaseStore(database.storage.ledger, kind, () => 1, Number.POSITIVE_INFINITY)
        let isBroken = true
        const node = await join({
          over: {
            async giveBack(...what) {
              if (!isBroken) return store.giveBack(...what)
              if (when === 'after') await store.giveBack(...what)
              throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
            },
          },
        })
        const id = await user(100)
        const account = node.account('user', id)
        await node.enough(account, 10)
        await Bun.sleep(1)
        expect((await rejection(node.returnIdle())).message).toBe('gone')
        expect(available(account)).toBe(0)
        isBroken = false
        await node.returnIdle()
        await node.returnIdle()
        expect(await stored(id)).toEqual({ leased: 0, rows: 0 })
        await node.leave()
      },
    )
  })
}
