import { join } from 'node:path'
import { capture } from '../../scripts/lib/run.mjs'
import { Failure } from '../../scripts/lib/script.mjs'
import { cpuMicrosecondsOf } from './cpu-time.ts'
import type { Load, WayName } from './scenario.ts'
import type { Stage } from './stage.ts'

/** What one run of a load gave; times are microseconds unless named otherwise. */
export interface Measurement {
  requests: number
  failed: number
  seconds: number
  latencyP50: number
  latencyP99: number
  chunks: number
  chunkDelayP50: number
  chunkDelayP99: number
  /** Of what stands between the load and the upstream; 0 on the direct way. */
  cpuMicroseconds: number
}

/** Puts a load on one way for some seconds; a single failed answer fails the benchmark. */
export async function measure(stage: Stage, wayName: WayName, load: Load, seconds: number): Promise<Measurement> {
  const { port, processId } = stage.ways[wayName]
  const cpuTime = () => (processId ? cpuMicrosecondsOf(processId) : 0)
  const body = join(stage.folder, `${load.body}.json`)
  const args = [port, '/v1/chat/completions', body, load.connections, seconds, load.requestsPerSecond, ...stage.headers]

  const cpuBefore = cpuTime()
  const { exitCode, output } = await capture(join(stage.folder, 'load'), args.map(String))
  const cpuMicroseconds = cpuTime() - cpuBefore
  if (exitCode !== 0) throw new Failure(`The load tool failed on the way "${wayName}": ${output}`)

  const measurement: Measurement = { ...JSON.parse(output), cpuMicroseconds }
  if (measurement.failed > 0) {
    throw new Failure(`${measurement.failed} of ${measurement.requests} answers failed on the way "${wayName}".`)
  }
  return measurement
}
