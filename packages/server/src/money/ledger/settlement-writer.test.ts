import { afterEach, describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { until } from '../../../test/support/until.ts'
import { type Batch, BatchMismatch } from '../../platform/storage/batch.ts'
import { type LedgerFixture, makeLedgerFixture } from './testing.ts'

const broken = () => new Error('Connection terminated unexpectedly')

for (const { kind, open } of databases()) {
  describe(`a commit whose answer is lost, on ${kind}`, () => {
    let app: LedgerFixture
    afterEach(async () => {
      expect(await app.findings()).toEqual([])
      await app.close()
    })

    /** Wraps the batches that charge; heartbeats and log rows pass as usual. */
    async function begin(around: (commit: Batch) => Batch) {
      const database = await open()
      const { storage } = database
      const { batch } = storage
      const charging = around(batch)
      const storageInBetween = {
        ...storage,
        batch: (statements => (isCharge(statements) ? charging : batch)(statements)) as Batch,
      }
      app = await makeLedgerFixture({ ...database, storage: storageInBetween })
    }

    /** Charges two calls of 120 at once. */
    async function charge() {
      const payer = await app.payer({ balance: 1000, cap: 500 })
      const holds = [app.hold(payer, 200), app.hold(payer, 200)]
      await Promise.all(holds.map(hold => app.ledger.reserve(hold)))
      const charged = await Promise.all(holds.map(hold => app.ledger.settle(app.settlement(payer, hold, 120))))
      const rest = await app.ledger.reserve({ ...app.hold(payer, 260), amount: { least: 0, most: 1000 } })
      return { charged, rest, state: await app.state(payer) }
    }
    const ONCE = {
      charged: [
        { quota: 120, balance: 760 },
        { quota: 120, balance: 760 },
      ],
      rest: { granted: 260, left: 0 },
      state: { balance: 500, used: 240, tokenUsed: 240, cap: 0, channelUsed: 240, requests: 2, logged: 240 },
    }

    test('is not repeated if it took effect', async () => {
      let commits = 0
      await begin(commit => async statements => {
        commits += 1
        const done = await commit(statements)
        if (commits === 1) throw broken()
        return done
      })
      expect(await charge()).toMatchObject(ONCE)
      expect(commits).toBe(1)
    })

    test('is repeated if it did not', async () => {
      let commits = 0
      await begin(commit => async statements => {
        commits += 1
        if (commits === 1) throw broken()
        return commit(statements)
      })
      expect(await charge()).toMatchObject(ONCE)
      expect(commits).toBe(2)
    })

    test.each(['before', 'after'])('has no effect if it arrives late, %s its repetition', async when => {
      const late: Error[] = []
      let first: Parameters<Batch>[0] | null = null
      await begin(commit => async statements => {
        if (!first) {
          first = statements
          throw broken()
        }
        const comeLate = async () => {
          late.push(await rejection(commit(first ?? [])))
        }
        if (when === 'before') await comeLate()
        const done = await commit(statements)
        if (when === 'after') await comeLate()
        return done
      })
      expect(await charge()).toMatchObject(ONCE)
      expect(late.map(error => error instanceof BatchMismatch)).toEqual([true])
    })

    test.each(['53100', 'SQLITE_FULL'])(
      'waits for disk space if the database reports %s, and the ledger says so',
      async code => {
        let isFull = true
        await begin(commit => async statements => {
          if (isFull) throw Object.assign(broken(), { code })
          return commit(statements)
        })
        const charging = charge()
        const { isInTrouble } = await until(
          async () => app.ledger.standing(),
          ({ isDatabaseFull }) => isDatabaseFull,
        )
        isFull = false
        expect(await charging).toMatchObject(ONCE)
        expect([isInTrouble, app.ledger.standing().isDatabaseFull]).toEqual([true, false])
      },
    )

    test('is not repeated if the database is away again when the balances are read', async () => {
      let commits = 0
      let isAway = false
      await begin(commit => async statements => {
        commits += 1
        await commit(statements)
        isAway = true
        throw broken()
      })
      const { ledger } = app.storage
      const selectFrom = ledger.selectFrom.bind(ledger)
      Object.assign(ledger, {
        selectFrom(table: 'users') {
          if (table === 'users' && isAway) {
            isAway = false
            throw broken()
          }
          return selectFrom(table)
        },
      })
      expect(await charge()).toMatchObject(ONCE)
      expect(commits).toBe(1)
    })
  })
}

const isCharge = (statements: Parameters<Batch>[0]) =>
  statements.some(({ text }) => text.includes('into ledger_entries'))
