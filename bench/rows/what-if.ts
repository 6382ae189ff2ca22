import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PriceDraft, WhatIf, WhatIfResult } from '../../packages/contract/src/index.ts'
import { Failure } from '../../scripts/lib/script.mjs'
import type { Gateway } from '../lib/gateway.ts'
import { MODELS } from './one-day.ts'

export interface WhatIfMeasured {
  seconds: number
  rows: number
  /** Rows that a replay at their own prices charges differently. */
  differing: number
  /** Of all processes of the replay together, at most. */
  memoryMiB: number
}

const YEAR = 365 * 86_400
const LOOK_MS = 100
const MIB = 2 ** 20
const PAGE_BYTES = 4_096

/** Replays the whole log at the prices by which its rows were made up. */
export async function whatIf({ operator, process: server }: Gateway, until: number): Promise<WhatIfMeasured> {
  const of = (ratio: number) => Object.fromEntries(MODELS.map(model => [model, ratio]))
  const draft: PriceDraft = { ModelRatio: of(1), CompletionRatio: of(4), CacheRatio: of(0.1) }
  const begun = performance.now()
  const { id } = await operator.consoleCall<WhatIf>('POST', '/api/what-if/', { draft, since: until - YEAR, until })
  let memory = 0
  for (;;) {
    await sleep(LOOK_MS)
    memory = Math.max(memory, memoryOfReplay(server.pid ?? 0))
    const { state, handled, result } = await operator.consoleCall<WhatIf & { result: WhatIfResult | null }>(
      'GET',
      `/api/what-if/${id}`,
    )
    if (state === 'running') continue
    if (!result) throw new Failure(`The what-if is ${state}.`)
    const seconds = (performance.now() - begun) / 1_000
    return { seconds, rows: handled, differing: result.differing, memoryMiB: memory / MIB }
  }
}

/** Resident bytes of the processes that a gateway started for a replay. */
function memoryOfReplay(gateway: number): number {
  let bytes = 0
  for (const id of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1])
      if (parent !== gateway || !readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('what-if/replay-process'))
        continue
      bytes += Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
    } catch {
      // It has ended.
    }
  return bytes
}
