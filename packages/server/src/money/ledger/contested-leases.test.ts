import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { type FaultProxy, startFaultProxy } from '../../../test/support/fault-proxy.ts'
import { localBuses } from '../../../test/support/local-bus.ts'
import { type Bus, noBus } from '../../platform/cluster/bus.ts'
import { openStorage, type Storage } from '../../platform/storage/db.ts'
import { DatabaseUnavailable, type Ledger, setBalance } from './index.ts'
import { type LedgerFixture, makeLedgerFixture, NOW, openTestLedger, type Payer } from './testing.ts'

const PRICE = 50
const HEARTBEAT_MS = 500
const ROUNDS = [1, 2, 3, 4, 5, 6]

for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  describe.each([
    ['with messages between them', () => localBuses().join],
    ['without any message', () => () => noBus],
  ] as [string, () => () => Bus][])(`two nodes on ${kind}, %s`, (_, makeBuses) => {
    let app: LedgerFixture
    let elsewhere: Storage
    let network: FaultProxy
    let nodes: [Ledger, Ledger]
    let joinSecond: () => Promise<void>
    beforeEach(async () => {
      const join = makeBuses()
      // Alone on its database at first, like the first node of a site.
      app = await makeLedgerFixture(await open(), { heartbeatMs: HEARTBEAT_MS, requestPatienceMs: 20_000, bus: join() })
      const url = new URL(app.place.DATABASE_URL ?? '')
      network = await startFaultProxy(Number(url.port))
      url.port = String(network.port)
      elsewhere = openStorage({ ...app.place, DATABASE_URL: url.href })
      nodes = [app.ledger, app.ledger]
      joinSecond = async () => {
        const timings = { heartbeatMs: HEARTBEAT_MS, requestPatienceMs: 20_000 }
        nodes[1] = await openTestLedger(elsewhere, { ...timings, bus: join() })
      }
    })
    afterEach(async () => {
      expect(await app.findings()).toEqual([])
      await nodes[1].close()
      await elsewhere.close()
      await network.stop()
      await app.close()
    })

    const call = async (node: Ledger, payer: Payer, quota = PRICE) => {
      const hold = app.hold(payer, PRICE)
      const answer = await node.reserve(hold)
      return typeof answer === 'string' ? answer : (await node.settle(app.settlement(payer, hold, quota))).quota
    }
    const callsByTurns = (payer: Payer, count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => call(nodes[index % 2 === 0 ? 0 : 1], payer)))
    const quotaOf = async ({ userId }: Payer) =>
      (await app.storage.db.selectFrom('users').select('quota').where('id', '=', userId).executeTakeFirstOrThrow())
        .quota

    test('of two hundred calls with money for twenty, exactly twenty are answered in every round', async () => {
      await joinSecond()
      const payer = await app.payer({ balance: 0 })
      for (const round of ROUNDS) {
        await nodes[0].recall('user', payer.userId)
        await setBalance(app.storage.db, { userId: payer.userId, balance: 20 * PRICE, now: NOW })
        // The money is free in one round and idle on one node in the next.
        if (round % 2 === 0) await nodes[round % 4 === 0 ? 0 : 1].reserve(app.hold(payer, 0))
        const answers = await callsByTurns(payer, 200)
        expect(answers.filter(answer => answer === PRICE)).toHaveLength(20)
        expect(answers.filter(answer => answer === 'user_quota_insufficient')).toHaveLength(180)
        expect(await quotaOf(payer)).toBe(0)
      }
    }, 60_000)

    test('a whole balance leased by a lone node is available to the next node', async () => {
      const payer = await app.payer({ balance: 1_000_000, cap: 500_000 })
      expect(await call(nodes[0], payer)).toBe(PRICE)
      await joinSecond()
      expect(await call(nodes[1], payer)).toBe(PRICE)
      const hold = app.hold(payer, 400_000)
      expect(await nodes[1].reserve(hold)).toMatchObject({ granted: 400_000 })
      expect(await call(nodes[0], payer)).toBe(PRICE)
      await nodes[1].settle(app.settlement(payer, hold, 400_000))
      expect(await quotaOf(payer)).toBe(600_000 - 3 * PRICE)
    }, 60_000)

    test('money recalled repeatedly while both nodes spend is neither lost nor spent twice', async () => {
      await joinSecond()
      const payer = await app.payer({ balance: 300 * PRICE })
      let isOver = false
      const askBack = async (node: Ledger) => {
        while (!isOver) {
          await node.recall('user', payer.userId)
          await Bun.sleep(1)
        }
      }
      const asking = nodes.map(askBack)
      const answers: unknown[] = []
      for (let round = 0; round < 10; round++) answers.push(...(await callsByTurns(payer, 40)))
      isOver = true
      await Promise.all(asking)
      const paid = answers.filter(answer => answer === PRICE).length
      expect(paid).toBe(300)
      expect(await quotaOf(payer)).toBe(0)
    }, 60_000)

    test('a node that answers late makes others wait or refuse calls, but never oversell', async () => {
      await joinSecond()
      const payer = await app.payer({ balance: 20 * PRICE })
      expect(await call(nodes[1], payer)).toBe(PRICE)
      network.delay(150)
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          call(nodes[index % 2 === 0 ? 0 : 1], payer).catch(error => {
            expect(error).toBeInstanceOf(DatabaseUnavailable)
            return 'not now'
          }),
        ),
      )
      network.heal()
      const paid = answers.filter(answer => answer === PRICE).length + 1
      expect(await quotaOf(payer)).toBe((20 - paid) * PRICE)
      if (!answers.includes('not now')) expect(paid).toBe(20)
    }, 90_000)
  })
}
