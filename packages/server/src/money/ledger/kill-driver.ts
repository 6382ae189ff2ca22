/**
 * A process that only spends, which `kill.test.ts` kills at any moment. It prints the id of every settled request.
 */
import { openStorage } from '../../platform/storage/db.ts'
import { consumeRow, newHold, openTestLedger } from './testing.ts'

const [place = '', spender = ''] = process.argv.slice(2)
const ledger = await openTestLedger(openStorage(JSON.parse(place)))
const payer = JSON.parse(spender)

async function spend(index: number): Promise<never> {
  for (;;) {
    const hold = newHold(payer, 100 + index)
    if (typeof (await ledger.reserve(hold)) === 'string') continue
    if (index % 3 === 0) await ledger.extend(hold.requestId, { least: 50, most: 80 })
    // Every seventh call never ends: it is still running when the process is killed.
    if (index % 7 === 0) {
      await Bun.sleep(20)
      continue
    }
    if (index % 5 === 0) {
      await ledger.release(hold.requestId)
      // Decisions in memory never yield to the event loop.
      await Bun.sleep(1)
      continue
    }
    const { requestId } = hold
    await ledger.settle({
      requestId,
      quota: 70 + index,
      channelId: payer.channelId,
      log: consumeRow(payer, 70 + index),
    })
    process.stdout.write(`${requestId}\n`)
  }
}

await Promise.all(Array.from({ length: 40 }, (_, index) => spend(index)))
