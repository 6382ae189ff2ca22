import { setTimeout as sleep } from 'node:timers/promises'
import type { BesideOf, calls } from '../../packages/contract/src/index.ts'
import type { Gateway } from './gateway.ts'

const PATIENCE_MS = 10_000

interface Audited {
  /** The rows that break a rule. */
  data: unknown[]
  running: BesideOf<typeof calls.audit.run>['running']
}

/** Open holds and broken audit rules once no call is running; both should be 0. */
export async function readBooks({ operator }: Gateway): Promise<{ openHolds: number; breaches: number }> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const response = await fetch(`${operator.url}/api/audit`, { headers: operator.headers })
    const { data, running } = (await response.json()) as Audited
    const books = { openHolds: running.calls, breaches: data.length }
    // the gateway notices that a client left only a moment later
    if (books.openHolds === 0 || performance.now() > deadline) return books
    await sleep(100)
  }
}
