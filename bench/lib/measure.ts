import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../scripts/lib/script.mjs'
import { pathOf, writeBody } from './bodies.ts'
import type { Load } from './case.ts'
import { cpuMicrosecondsOf, memoryOf } from './cpu-time.ts'
import { type Loaded, putLoad } from './put-load.ts'
import type { Stage } from './stage.ts'
import type { Target } from './targets.ts'

/** The result of one run of a load. */
export interface Measurement extends Loaded {
  /** The CPU time of all processes of the target; 0 if none can be seen. */
  cpuMicroseconds: number
  /** The CPU time of PostgreSQL's processes. */
  databaseMicroseconds: number
  /** The memory of all processes of the target when the load ends; 0 if none can be seen. */
  memoryBytes: number
}

/** Settlement precedes the answer's last bytes, but the log may be read a moment late. */
const CHARGE_PATIENCE_MS = 5_000

/** Loads one target for some seconds. Throws if a single call fails or is not charged. */
export async function measure(stage: Stage, target: Target, load: Load, seconds: number): Promise<Measurement> {
  const { port, processId, databaseProcess, headersFile, chargedCalls, model } = target
  const cpuTime = () => (processId ? cpuMicrosecondsOf(processId) : 0)
  const databaseTime = () => (databaseProcess ? cpuMicrosecondsOf(databaseProcess) : 0)
  const { size, answer, format, callers, requestsPerSecond } = load
  const order = {
    port,
    path: pathOf[format],
    body: writeBody(stage.folder, { size, answer, format, ...(model && { model }) }),
    headersFile: headersFile(load.users),
    connections: callers,
    seconds,
    requestsPerSecond,
  }

  const chargedBefore = (await chargedCalls?.()) ?? 0
  const [cpuBefore, databaseBefore] = [cpuTime(), databaseTime()]
  const loaded = await putLoad(stage, order)
  const used = {
    cpuMicroseconds: cpuTime() - cpuBefore,
    databaseMicroseconds: databaseTime() - databaseBefore,
    memoryBytes: processId ? memoryOf(processId) : 0,
  }
  if (loaded.failed > 0) throw new Failure(`${loaded.failed} of ${loaded.requests} calls failed: ${reasons(loaded)}`)
  if (chargedCalls) await expectCharged(async () => (await chargedCalls()) - chargedBefore, loaded.requests)
  return { ...loaded, ...used }
}

async function expectCharged(count: () => Promise<number>, expected: number): Promise<void> {
  const deadline = performance.now() + CHARGE_PATIENCE_MS
  for (;;) {
    const charged = await count()
    if (charged === expected) return
    if (charged > expected || performance.now() > deadline)
      throw new Failure(`${expected} calls were answered, but ${charged} charged`)
    await sleep(100)
  }
}

/** The statuses of failed calls, and how many had none. */
export function reasons({ statuses, broken }: Loaded): string {
  const refused = Object.entries(statuses).filter(([status]) => status !== '200')
  return [...refused.map(([status, count]) => `${status} × ${count}`), broken > 0 ? `no answer × ${broken}` : []]
    .flat()
    .join(', ')
}
