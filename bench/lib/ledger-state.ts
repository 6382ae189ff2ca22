import { setTimeout as sleep } from 'node:timers/promises'
import { readEnvironment } from '../../packages/server/src/environment.ts'
import { audit } from '../../packages/server/src/ledger/audit.ts'
import { readFigures } from '../../packages/server/src/ledger/figures.ts'
import { openStorage } from '../../packages/server/src/storage/db.ts'
import type { Gateway } from './gateway.ts'

/** Returns open holds and broken audit rules once no call runs any more; both should be 0. */
export async function readLedgerState({ dataFolder }: Gateway): Promise<{ openHolds: number; breaches: number }> {
  const storage = openStorage(readEnvironment({ DATA_DIR: dataFolder }))
  try {
    const openHolds = await untilNoneIsOpen(async () => (await readFigures(storage.db)).open_holds)
    return { openHolds, breaches: (await audit(storage, Math.floor(Date.now() / 1000))).length }
  } finally {
    await storage.db.destroy()
  }
}

/** The gateway notices a client that left a moment later. Gives up after ten seconds. */
async function untilNoneIsOpen(count: () => Promise<number>): Promise<number> {
  for (let attempt = 0; attempt < 100 && (await count()) > 0; attempt++) await sleep(100)
  return count()
}
