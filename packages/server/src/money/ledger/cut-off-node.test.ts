import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type BehindNetwork, behindNetwork } from '../../../test/support/behind-network.ts'
import { databases } from '../../../test/support/databases.ts'
import { until } from '../../../test/support/until.ts'
import { credit, DatabaseUnavailable, type Ledger } from './index.ts'
import { type LedgerFixture, makeLedgerFixture, NOW, openTestLedger, type Payer, settleInTheEnd } from './testing.ts'

const TIMINGS = { heartbeatMs: 200, requestPatienceMs: 600 }
/** The names of refusals that say to come back later. */
const FOR_NOW = ['DatabaseUnavailable', 'AccountBusy']
/**
 * A lost connection is given up two seconds after a statement's time limit, and machines are slow.
 */
const RECOVERY_MS = 40_000

for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  describe(`a node that is silently cut off from ${kind}`, () => {
    let app: LedgerFixture
    let far: BehindNetwork
    let near: Ledger
    let cut: Ledger
    let payer: Payer
    beforeEach(async () => {
      app = await makeLedgerFixture(await open(), TIMINGS)
      near = app.ledger
      far = await behindNetwork(app.place)
      cut = await openTestLedger(far.storage, TIMINGS)
      payer = await app.payer({ balance: 1_000, cap: 2_000 })
    })
    afterEach(async () => {
      expect(await app.findings()).toEqual([])
      await cut.close()
      await far.close()
      await app.close()
    })

    const row = () =>
      app.storage.db
        .selectFrom('users')
        .select(['quota', 'owed', 'leased', 'used_quota'])
        .where('id', '=', payer.userId)
        .executeTakeFirstOrThrow()
    const isGivenUp = (node: string) =>
      until(
        () => app.storage.db.selectFrom('nodes').select('id').where('id', '=', node).execute(),
        found => found.length === 0,
        20_000,
      )
    const worksAgain = () =>
      until(
        async () => {
          const hold = app.hold(payer, 1)
          const answer = await Promise.resolve(cut.reserve(hold)).catch(() => 'refused')
          if (typeof answer !== 'string') await cut.release(hold.requestId)
          return answer
        },
        answer => typeof answer !== 'string',
        RECOVERY_MS,
      )

    /** Ways in which the network comes back. */
    const CUTS: Record<string, (network: BehindNetwork['network']) => void> = {
      'and reaches it again': network => network.fallSilent(),
      'and whose connections are lost': network => network.loseConnections(),
    }

    test.each(Object.keys(CUTS))(
      '%s, settles its holds once and becomes indebted for what others spent',
      async name => {
        const [first, second] = [app.hold(payer, 300), app.hold(payer, 300)]
        for (const hold of [first, second]) await cut.reserve(hold)
        const before = cut.node()
        CUTS[name]?.(far.network)
        // A settlement decided before the node notices the cut waits for its commit.
        const settling = settleInTheEnd(cut, app.settlement(payer, first, 200))
        const refused = await until(
          () =>
            Promise.resolve(cut.reserve(app.hold(payer, 10))).then(
              answer => answer,
              error => error,
            ),
          answer => answer instanceof Error,
        )
        expect(refused).toBeInstanceOf(DatabaseUnavailable)
        await isGivenUp(before)
        // The cut-off node no longer leases anything: the other node has the money.
        const spent = app.hold(payer, 850)
        expect(await near.reserve(spent)).toMatchObject({ granted: 850 })
        await near.settle(app.settlement(payer, spent, 850))

        far.network.heal()
        await settling
        expect(cut.node()).not.toBe(before)
        await cut.settle(app.settlement(payer, second, 200))
        expect(await row()).toMatchObject({ quota: 0, owed: 250, used_quota: 1_250 })
        await credit(app.storage.db, { userId: payer.userId, amount: 260, reference: 'gift:1', now: NOW })
        await worksAgain()
      },
      90_000,
    )

    test.each(['update nodes set seen_at', 'with part0', '"users" set leased'])(
      'that never gets the answer to “%s” charges once and continues',
      async text => {
        const hold = app.hold(payer, 300)
        await cut.reserve(hold)
        const lost = far.network.loseAnswerTo(text)
        expect(await cut.settle(app.settlement(payer, hold, 120))).toMatchObject({ quota: 120 })
        await worksAgain()
        // Makes it lease again.
        await cut.recall('user', payer.userId)
        await worksAgain()
        await lost
        expect(await Promise.resolve(near.reserve(app.hold(payer, 700))).catch(() => 'refused')).toMatchObject({
          granted: 700,
        })
        expect(await row()).toMatchObject({ quota: 880, used_quota: 120 })
      },
      90_000,
    )

    test('does not refuse a user for lack of money that it has leased itself', async () => {
      const idle = app.hold(payer, 900)
      await cut.reserve(idle)
      await cut.release(idle.requestId)
      far.network.fallSilent()
      const hold = app.hold(payer, 900)
      const answers: unknown[] = []
      await until(
        async () => {
          const answer = await Promise.resolve(near.reserve(hold)).catch((error: Error) => error.name)
          answers.push(answer)
          return answer
        },
        answer => typeof answer === 'object',
        20_000,
      )
      const refusals = answers.slice(0, -1)
      expect(refusals).not.toBeEmpty()
      expect(refusals.filter(name => !FOR_NOW.includes(String(name)))).toEqual([])
      await near.settle(app.settlement(payer, hold, 900))
      far.network.heal()
    }, 90_000)

    test('rejoins even if the confirmation is lost', async () => {
      const before = cut.node()
      const lost = far.network.loseAnswerTo('insert into nodes')
      far.network.fallSilent()
      await isGivenUp(before)
      far.network.heal()
      await lost
      await worksAgain()
      expect(cut.node()).not.toBe(before)
    }, 90_000)
  })

  test(`nodes that were all cut off from ${kind} for long do not give up nodes that return later`, async () => {
    const unhurried = { ...TIMINGS, heartbeatMs: 800 }
    const app = await makeLedgerFixture(await open(), unhurried)
    const sooner = app.ledger
    const far = await behindNetwork(app.place)
    const later = await openTestLedger(far.storage, unhurried)
    const ids = [sooner.node(), later.node()]
    const nodes = () => app.storage.db.selectFrom('nodes').select(['id', 'seen_at']).execute()
    const seenAt = async (id: string) => (await nodes().catch(() => [])).find(node => node.id === id)?.seen_at ?? 0
    far.network.fallSilent()
    const reopen = await app.closeToConnections()
    const wentAt = Date.now()
    // Must be longer than the silence after which a node is suspected.
    await Bun.sleep(unhurried.heartbeatMs * 4)
    await reopen()
    // It has checked the others at least once by then.
    await until(
      () => seenAt(ids[0] ?? ''),
      seen => seen > wentAt + unhurried.heartbeatMs * 5,
      20_000,
    )
    far.network.heal()
    await until(
      () => seenAt(ids[1] ?? ''),
      seen => seen > wentAt + unhurried.heartbeatMs * 4,
      20_000,
    )
    expect([sooner.node(), later.node()]).toEqual(ids)
    await later.close()
    await far.close()
    await app.close()
  }, 90_000)
}
