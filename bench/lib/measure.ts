import { join } from 'node:path'
import { Failure } from '../../scripts/lib/script.mjs'
import type { Load } from './comparison.ts'
import { cpuMicrosecondsOf } from './cpu-time.ts'
import { type Loaded, putLoad } from './put-load.ts'
import type { Stage } from './stage.ts'
import { type TargetName, target } from './targets.ts'

/** The result of one run of a load. */
export interface Measurement extends Loaded {
  /** CPU of the process between the load and the upstream; 0 without one. */
  cpuMicroseconds: number
}

/** Loads one target for some seconds; a single call that fails or is not charged fails the benchmark. */
export async function measure(stage: Stage, targetName: TargetName, load: Load, seconds: number): Promise<Measurement> {
  const { port, processId, headersFile, chargedCalls } = await target(stage, targetName)
  const cpuTime = () => (processId ? cpuMicrosecondsOf(processId) : 0)
  const { connections, requestsPerSecond } = load
  const body = join(stage.folder, `${load.body}.json`)

  const chargedBefore = (await chargedCalls?.()) ?? 0
  const cpuBefore = cpuTime()
  const path = '/v1/chat/completions'
  const loaded = await putLoad(stage, { port, path, body, headersFile, connections, seconds, requestsPerSecond })
  const cpuMicroseconds = cpuTime() - cpuBefore
  if (loaded.failed > 0) {
    throw new Failure(`${loaded.failed} of ${loaded.requests} answers failed on the target "${targetName}".`)
  }
  const charged = ((await chargedCalls?.()) ?? loaded.requests) - chargedBefore
  if (charged !== loaded.requests) {
    throw new Failure(`${loaded.requests} calls were answered on the target "${targetName}", but ${charged} charged.`)
  }
  return { ...loaded, cpuMicroseconds }
}
