import { openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../scripts/lib/script.mjs'
import { pathOf, writeBody } from './lib/bodies.ts'
import type { Load } from './lib/case.ts'
import { allocatedBytes } from './lib/collections.ts'
import { startGateway } from './lib/gateway.ts'
import { putLoad } from './lib/put-load.ts'
import type { Finding, Outcome, Scenario } from './lib/scenario.ts'
import { headersFor } from './lib/targets.ts'

type Kind = Pick<Load, 'answer' | 'format'> & { title: string; calls: number; chunks?: number; atMost?: number }

const CALLERS = 16
/** A load's last collection is logged a moment after it. */
const SETTLING_MS = 500

const kinds: Kind[] = [
  { title: 'Whole call', answer: 'whole', format: 'chat', calls: 6_000, atMost: 20_000 },
  { title: 'Whole call, converted', answer: 'whole', format: 'messages', calls: 4_000 },
  { title: 'Stream of 100 chunks', answer: '0x100', format: 'chat', calls: 1_500, chunks: 100 },
]

export const garbage: Scenario = {
  name: 'garbage',
  title:
    'Bytes that the thread of the calls allocates, by the collector’s own log; a slow machine adds those of its timers',
  isQuick: true,
  async run({ stage }): Promise<Outcome> {
    const file = join(stage.folder, 'collections.log')
    const gateway = await startGateway(stage, { environment: { BUN_JSC_logGC: '1' }, errorsTo: openSync(file, 'w') })
    const headersFile = headersFor(stage, [gateway.bearer])
    const table = [['Call', 'Bytes a call', 'Bytes a chunk']]
    const findings: Finding[] = []
    for (const { title, answer, format, calls, chunks, atMost } of kinds) {
      const body = writeBody(stage.folder, { size: '1.5 KB', answer, format })
      const order = { port: gateway.port, path: pathOf[format], body, headersFile, connections: CALLERS, seconds: 120 }
      await putLoad(stage, { ...order, requests: calls / 2 })
      const from = statSync(file).size
      const { requests, failed } = await putLoad(stage, { ...order, requests: calls })
      if (failed > 0) throw new Failure(`${failed} of ${requests} calls failed`)
      await sleep(SETTLING_MS)
      const [busiest = 0] = allocatedBytes(readFileSync(file).subarray(from).toString())
      const each = Math.round(busiest / requests)
      table.push([title, String(each), chunks ? String(Math.round(each / chunks)) : '–'])
      if (atMost) findings.push({ name: `${title}: garbage`, value: each, unit: 'bytes', aim: { atMost } })
    }
    await gateway.stop()
    return { table, findings, measured: table }
  },
}
