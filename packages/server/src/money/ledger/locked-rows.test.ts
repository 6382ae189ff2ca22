import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { lockRows } from '../../../test/support/row-lock.ts'
import { until } from '../../../test/support/until.ts'
import { openStorage, type Storage } from '../../platform/storage/db.ts'
import { AccountBusy, type Ledger } from './index.ts'
import { type LedgerFixture, makeLedgerFixture, NOW, openTestLedger, type Payer } from './testing.ts'

/** Far longer than the calls take; shorter than one lock wait per call. */
const LONGEST_MS = 20_000
const CALLS = 24

/** What is locked, and whether a lease needs it. */
const LOCKS: Record<string, { select(payer: Payer): string; stopsLeases: boolean }> = {
  user: { select: ({ userId }) => `select 1 from users where id = ${userId}`, stopsLeases: true },
  token: { select: ({ tokenId }) => `select 1 from tokens where id = ${tokenId}`, stopsLeases: true },
  channel: { select: ({ channelId }) => `select 1 from channels where id = ${channelId}`, stopsLeases: false },
  'user’s lease': {
    select: ({ userId }) => `select 1 from leases where account = 'user' and account_id = ${userId}`,
    stopsLeases: true,
  },
  'user’s figures': {
    select: ({ userId }) => `select 1 from quota_data where user_id = ${userId}`,
    stopsLeases: false,
  },
}

for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  describe(`rows locked by another session on ${kind}`, () => {
    let app: LedgerFixture
    let elsewhere: Storage
    let nodes: Ledger[]
    beforeAll(async () => {
      const options = { heartbeatMs: 1_000, requestPatienceMs: 2_000 }
      app = await makeLedgerFixture(await open(), options)
      elsewhere = openStorage(app.place)
      nodes = [app.ledger, await openTestLedger(elsewhere, options)]
    })
    afterAll(async () => {
      expect(await app.findings()).toEqual([])
      await nodes[1]?.close()
      await elsewhere.close()
      await app.close()
    })

    const settle = async (node: Ledger, payer: Payer, hold: ReturnType<typeof app.hold>) =>
      (await node.settle(app.settlement(payer, hold, 10))).quota
    const call = async (node: Ledger, payer: Payer) => {
      const hold = app.hold(payer, 10)
      expect(await node.reserve(hold)).toMatchObject({ granted: 10 })
      return settle(node, payer, hold)
    }

    test.each(Object.keys(LOCKS))(
      'a locked %s stops no other user, and its calls are charged when the lock is released',
      async name => {
        const blocked = await app.payer({ balance: 1_000_000, cap: 1_000_000 })
        const others = [await app.payer({ balance: 1_000_000, cap: 1_000_000 })]
        for (const node of nodes) for (const payer of [blocked, ...others]) await call(node, payer)
        const holds = await Promise.all(
          nodes.map(node =>
            Promise.all(
              Array.from({ length: CALLS }, async () => {
                const hold = app.hold(blocked, 10)
                await node.reserve(hold)
                return hold
              }),
            ),
          ),
        )

        const unlock = await lockRows(app.place, LOCKS[name]?.select(blocked) ?? '')
        let charged = 0
        const settling: Promise<unknown>[] = []
        const startedAt = performance.now()
        for (let index = 0; index < CALLS; index++)
          for (const [place, node] of nodes.entries()) {
            const hold = holds[place]?.[index]
            if (hold) settling.push(settle(node, blocked, hold).then(quota => (charged += quota)))
            for (const payer of others) expect(await call(node, payer)).toBe(10)
          }
        const stranger = await app.payer({ balance: 1_000, cap: 1_000 })
        for (const node of nodes) expect(await call(node, stranger)).toBe(10)
        expect(performance.now() - startedAt).toBeLessThan(LONGEST_MS)
        expect(charged).toBe(0)
        await unlock()
        await Promise.all(settling)
        expect(charged).toBe(2 * CALLS * 10)
        expect(await app.state(blocked)).toMatchObject({ used: charged + 20, requests: 2 * CALLS + 2 })
      },
      60_000,
    )

    test.each(Object.keys(LOCKS).filter(name => LOCKS[name]?.stopsLeases))(
      'a call that must lease from a locked %s is refused in time, but other users’ calls are not',
      async name => {
        // Enough for both nodes, so that they wait for the lock and not for each other.
        const blocked = await app.payer({ balance: 2_000, cap: 2_000 })
        const other = await app.payer({ balance: 1_000, cap: 1_000 })
        for (const node of nodes) await call(node, blocked)
        const unlock = await lockRows(app.place, LOCKS[name]?.select(blocked) ?? '')
        const refused = nodes.map(node => rejection(node.reserve(app.hold(blocked, 900))))
        for (const node of nodes) expect(await call(node, other)).toBe(10)
        for (const error of await Promise.all(refused)) expect(error).toEqual(new AccountBusy('a lock'))
        await unlock()
        await until(
          async () => Promise.resolve(nodes[0]?.reserve(app.hold(blocked, 900))).catch(() => 'refused'),
          answer => typeof answer !== 'string',
          20_000,
        )
      },
      60_000,
    )

    test('a dead node’s leases return even while one of its users is locked', async () => {
      const [blocked, free] = [await app.payer({ balance: 1_000 }), await app.payer({ balance: 1_000 })]
      const folder = openStorage(app.place)
      const dead = await openTestLedger(folder, { heartbeatMs: 600_000 })
      for (const payer of [blocked, free]) await dead.reserve(app.hold(payer, 900))
      const unlock = await lockRows(app.place, `select 1 from users where id = ${blocked.userId}`)
      await app.storage.db.updateTable('nodes').set({ seen_at: NOW }).where('id', '=', dead.node()).execute()
      const leasedOf = async ({ userId }: Payer) =>
        (await app.storage.db.selectFrom('users').select('leased').where('id', '=', userId).executeTakeFirst())?.leased
      await until(
        () => leasedOf(free),
        leased => leased === 0,
        30_000,
      )
      expect(await leasedOf(blocked)).toBe(900)
      await unlock()
      await until(
        () => leasedOf(blocked),
        leased => leased === 0,
        30_000,
      )
      await dead.close()
      await folder.close()
    }, 90_000)
  })
}
