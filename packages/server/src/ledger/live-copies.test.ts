import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStorage } from '../storage/db.ts'
import { databases } from '../testing/databases.ts'
import { audit } from './audit.ts'
import { type LedgerWorld, makeLedgerWorld, NOW, openTestLedger, type Payer } from './testing.ts'

const sqlite = databases().filter(({ kind }) => kind === 'sqlite')

describe('while the ledger is busy', () => {
  test.each(sqlite)('another process audits it, and nobody waits or fails ($kind)', async ({ open }) => {
    const world = await makeLedgerWorld(await open())
    const payer = await world.payer({ balance: 1_000_000_000 })
    const outside = openStorage(world.place)
    const spending = spend(world, payer, 2000)
    for (let round = 0; round < 20; round++) expect(await audit(outside, NOW)).toEqual([])
    await spending
    expect(await world.state(payer)).toMatchObject({ requests: 2000, used: 140_000, holds: 0 })
    await outside.db.destroy()
    await world.close()
  })

  test.each(sqlite)('a copy taken of it balances elsewhere ($kind)', async ({ open }) => {
    const world = await makeLedgerWorld(await open())
    const payer = await world.payer({ balance: 1_000_000_000 })
    const spending = spend(world, payer, 1000)
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-copy-'))
    await sql`vacuum into ${join(folder, 'tollgate.db')}`.execute(world.storage.db)
    await spending

    const restored = openStorage({ DATA_DIR: folder })
    await (await openTestLedger(restored)).close()
    expect(await audit(restored, NOW)).toEqual([])
    expect(await restored.db.selectFrom('holds').selectAll().execute()).toEqual([])
    await restored.db.destroy()
    rmSync(folder, { recursive: true })
    await world.close()
  })
})

async function spend(world: LedgerWorld, payer: Payer, requests: number): Promise<void> {
  const lanes = Array.from({ length: 50 }, async () => {
    for (let done = 0; done < requests / 50; done++) {
      const hold = world.hold(payer, 100)
      await world.ledger.reserve(hold)
      await world.ledger.settle(world.settlement(payer, hold, 70))
    }
  })
  await Promise.all(lanes)
}
