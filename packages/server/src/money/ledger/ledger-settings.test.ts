import { expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import pino from 'pino'
import { databases } from '../../../test/support/databases.ts'
import { noBus } from '../../platform/cluster/bus.ts'
import type { Storage } from '../../platform/storage/db.ts'
import { type LedgerDeps, openLedger, setBalance, setTokenCap } from './index.ts'
import { consumeRow, makeLedgerFixture, NOW } from './testing.ts'

const depsOf = (storage: Storage): LedgerDeps => ({
  storage,
  bus: noBus,
  isOnlyNode: false,
  settings: () => ({ keepsLogs: true, keepsFigures: true }),
  log: pino({ level: 'silent' }),
  now: () => NOW,
})

for (const { kind, open } of databases()) {
  test(`of charged calls, only what the operator switched off is not written, on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open())
    const kept = { keepsLogs: false, keepsFigures: false }
    const ledger = await openLedger({ ...depsOf(app.storage), settings: () => kept })
    const payer = await app.payer({ balance: 100 })
    const hold = app.hold(payer, 50)
    await ledger.reserve(hold)
    await ledger.settle(app.settlement(payer, hold, 20))
    ledger.record({ ...consumeRow(payer, 0), type: LOG_TYPE.error })
    await ledger.close()
    const rows = await app.storage.db.selectFrom('logs').select('type').execute()
    expect(rows.filter(({ type }) => type === LOG_TYPE.error || type === LOG_TYPE.consume)).toEqual([
      { type: LOG_TYPE.error },
    ])
    expect(await app.figures(payer)).toEqual([])
    expect(await app.findings()).toEqual([])
    await app.close()
  })

  test(`no command accepts an invalid amount on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open())
    const payer = await app.payer({ balance: 100 })
    const hold = app.hold(payer, 50)
    await app.ledger.reserve(hold)
    const { requestId } = hold
    for (const wanted of [
      { least: 2, most: 1 },
      { least: -1, most: 1 },
      { least: 0, most: 0.5 },
    ]) {
      expect(await app.ledger.extend(requestId, wanted).catch(error => error)).toBeInstanceOf(RangeError)
      expect(
        await Promise.resolve(app.ledger.reserve({ ...hold, amount: wanted })).catch(error => error),
      ).toBeInstanceOf(RangeError)
    }
    for (const quota of [-1, 0.5, Number.NaN, 2 ** 53])
      expect(await app.ledger.settle(app.settlement(payer, hold, quota)).catch(error => error)).toBeInstanceOf(
        RangeError,
      )
    expect(await app.ledger.extend(requestId, { least: 5, most: 5 })).toEqual({ granted: 5, left: 45 })
    expect(await app.ledger.extend(requestId, { least: 0, most: 0 })).toEqual({ granted: 0, left: 45 })
    await app.close()
  })

  test(`setting a balance or a cap enters the difference and returns the previous amount, on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open())
    const { db } = app.storage
    const [payer, other] = [await app.payer({ balance: 100, cap: 40 }), await app.payer({ balance: 7, cap: 8 })]
    expect(await setBalance(db, { userId: payer.userId, balance: 30, now: NOW })).toEqual({ before: 100, after: 30 })
    expect(await setBalance(db, { userId: payer.userId, balance: 300, now: NOW })).toEqual({ before: 30, after: 300 })
    expect(await setTokenCap(db, { tokenId: payer.tokenId, remain: 90, now: NOW })).toEqual({ before: 40, after: 90 })
    expect(await setTokenCap(db, { tokenId: payer.tokenId, remain: 10, now: NOW })).toEqual({ before: 90, after: 10 })
    expect(await app.state(payer)).toMatchObject({ balance: 300, cap: 10 })
    expect(await app.state(other)).toMatchObject({ balance: 7, cap: 8 })
    const entries = await db
      .selectFrom('ledger_entries')
      .select(['kind', 'user_amount', 'token_amount', 'token_id', 'created_at'])
      .where('user_id', '=', payer.userId)
      .where('created_at', '=', NOW)
      .orderBy('id')
      .execute()
    const entry = { user_amount: 0, token_amount: 0, token_id: 0, created_at: NOW }
    expect(entries).toEqual([
      { ...entry, kind: 'balance', user_amount: -70 },
      { ...entry, kind: 'balance', user_amount: 270 },
      { ...entry, kind: 'cap', token_amount: 50, token_id: payer.tokenId },
      { ...entry, kind: 'cap', token_amount: -80, token_id: payer.tokenId },
    ])
    expect(await app.findings()).toEqual([])
    await app.close()
  })
}
