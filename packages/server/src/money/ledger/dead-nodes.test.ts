import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { LOG_TYPE } from '@tollgate/contract'
import { databases } from '../../../test/support/databases.ts'
import { until } from '../../../test/support/until.ts'
import { journalFile } from '../../platform/storage/journal-files.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { newHold } from './book.ts'
import { deadNodes } from './dead-nodes.ts'
import { openJournal } from './journal.ts'
import { nodeStore } from './node.ts'
import { makeLedgerFixture, NOW, openTestLedger, newHold as wantedHold } from './testing.ts'

for (const { kind, open } of databases()) {
  test(`a dead node’s uncharged calls get a row, once, on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open())
    const payer = await app.payer({ balance: 1000 })
    const [charged, lost] = [app.hold(payer, 100), app.hold(payer, 200)]
    await app.ledger.reserve(charged)
    await app.ledger.settle(app.settlement(payer, charged, 50))
    // it died between the commit and the journal line about it
    const journal = openJournal(app.storage.folder, 'dead', () => undefined)
    for (const hold of [charged, lost]) journal.started({ ...newHold(hold, NOW), userAmount: hold.amount.most })
    await journal.close()

    const next = await Promise.all([
      openTestLedger(app.storage, { isOnlyNode: false }),
      openTestLedger(app.storage, { isOnlyNode: false }),
    ])
    const rows = () => app.storage.db.selectFrom('logs').select(['type', 'quota', 'content']).orderBy('quota').execute()
    const found = await until(rows, found => found.length >= 2)
    expect(found).toMatchObject([{ quota: 0, content: expect.stringContaining('200') }, { quota: 50 }])
    await Promise.all(next.map(ledger => ledger.close()))
    expect(await rows()).toEqual(found)
    expect(await app.findings()).toEqual([])
    await app.close()
  })

  test(`a journal that cannot be removed from its folder is reported once, in one sentence, and stops nothing, on ${kind}`, async () => {
    const { storage, close } = await open()
    const told: unknown[][] = []
    const recorded: NewLogRow[] = []
    const dead = deadNodes(
      {
        storage,
        nodes: nodeStore(storage.ledger, kind),
        node: () => 'this',
        log: { warn: (...line: unknown[]) => told.push(line) } as never,
        now: () => NOW,
        record: async rows => recorded.push(...rows),
      },
      0,
    )
    mkdirSync(join(storage.folder, journalFile('stuck')), { recursive: true })
    const journal = openJournal(storage.folder, 'taken', () => undefined)
    journal.started({ ...newHold(wantedHold({ userId: 1, tokenId: 0, channelId: 0 }, 5), NOW), userAmount: 5 })
    await journal.close()
    for (let look = 0; look < 3; look++) await dead.look()
    expect(recorded).toHaveLength(1)
    // Said once, though it looked three times.
    expect(told.filter(([line]) => typeof line !== 'string')).toEqual([
      [{ calls: 1 }, 'calls of a dead process were logged'],
    ])
    const sentences = told.filter(([line]) => typeof line === 'string')
    expect(sentences).toEqual([[expect.stringContaining(`cannot be removed from ${storage.folder} (`)]])
    await close()
  })

  test(`rows of a dead node’s calls that could not be written are written at a later look, each once, on ${kind}`, async () => {
    const { storage, close } = await open()
    const recorded: NewLogRow[] = []
    let isAway = true
    const dead = deadNodes(
      {
        storage,
        nodes: nodeStore(storage.ledger, kind),
        node: () => 'this',
        log: { warn: () => undefined } as never,
        now: () => NOW,
        async record(rows) {
          if (isAway && recorded.length > 0) throw new Error('the database is away')
          recorded.push(...rows)
        },
      },
      0,
    )
    const journal = openJournal(storage.folder, 'dead', () => undefined)
    const holds = Array.from({ length: 300 }, () =>
      newHold(wantedHold({ userId: 1, tokenId: 0, channelId: 0 }, 5), NOW),
    )
    for (const hold of holds) journal.started({ ...hold, userAmount: 5 })
    await journal.close()
    await expect(dead.look()).rejects.toThrow('the database is away')
    isAway = false
    for (let look = 0; look < 2; look++) await dead.look()
    expect(recorded).toHaveLength(holds.length)
    expect(new Set(recorded.map(({ other }) => other)).size).toBe(holds.length)
    await close()
  })

  test(`the audit names a request that was charged although its row says it was refunded, on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open())
    const payer = await app.payer({ balance: 1000 })
    const hold = app.hold(payer, 100)
    const row = { user_id: payer.userId, created_at: NOW, type: LOG_TYPE.error, error_code: 'server_stopped' }
    const lostAs = (id: string) => ({ ...row, request_id: 'their-id', other: JSON.stringify({ call_id: id }) })
    const failed = { ...lostAs(hold.requestId), error_code: 'not_settled' }
    // The rows are read two hundred at a time.
    const others = Array.from({ length: 400 }, (_, at) => lostAs(`another-${at}`))
    await app.storage.db
      .insertInto('logs')
      .values([...others, { ...row, request_id: '', other: '{}' }, lostAs(hold.requestId), failed])
      .execute()
    await app.ledger.reserve(hold)
    await app.ledger.settle(app.settlement(payer, hold, 50))
    expect(await app.findings()).toEqual([
      {
        rule: 'no call that was given back was charged',
        id: payer.userId,
        expected: 0,
        found: 1,
        what: expect.stringContaining('request their-id'),
      },
    ])
    await app.close()
  })
}
