import { setTimeout as sleep } from 'node:timers/promises'
import type { LogCleanUp } from '../../packages/contract/src/index.ts'
import type { Operator } from '../../packages/server/test/support/gateway.ts'

const LOOK_MS = 5
const LONGEST_MS = 60_000

/** Cleans up the oldest rows: returns how long until the first rows are gone, and how many go per second. */
export async function cleanUp({ consoleCall }: Operator, before: number, forMs: number) {
  const begun = performance.now()
  const asked = consoleCall('DELETE', `/api/log/?target_timestamp=${before}`)
  let [startedMs, last]: [number | undefined, LogCleanUp | null] = [undefined, null]
  while (performance.now() - begun < LONGEST_MS) {
    last = await consoleCall<LogCleanUp | null>('GET', '/api/log/clean-up')
    // Until it begins, the answer may describe an earlier clean-up.
    const isThis = last?.before === before
    if (isThis && last && last.deleted > 0) startedMs ??= performance.now() - begun
    if ((isThis && last?.finished_at) || (startedMs !== undefined && performance.now() - begun > forMs)) break
    await sleep(startedMs === undefined ? LOOK_MS : 100)
  }
  const seconds = (performance.now() - begun) / 1_000
  await asked
  const rows = last?.deleted ?? 0
  return { startedMs: startedMs ?? LONGEST_MS, rows, total: last?.total ?? 0, rowsPerSecond: rows / seconds }
}
