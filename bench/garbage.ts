import { Failure } from '../scripts/lib/script.mjs'
import { pathOf, writeBody } from './lib/bodies.ts'
import type { Load } from './lib/case.ts'
import { startGateway } from './lib/gateway.ts'
import { heapBlocks } from './lib/memory.ts'
import { putLoad } from './lib/put-load.ts'
import type { Finding, Outcome, Scenario } from './lib/scenario.ts'
import { headersFor } from './lib/targets.ts'

type Kind = Pick<Load, 'answer' | 'format'> & { title: string; calls: number; chunks?: number; atMost?: number }

const CALLERS = 16
/** Calls of each kind before it is measured, so that its code is compiled, as a multiple of those measured. */
const WARM_UP = 2

const kinds: Kind[] = [
  { title: 'Whole call', answer: 'whole', format: 'chat', calls: 6_000, atMost: 20_000 },
  { title: 'Whole call, converted', answer: 'whole', format: 'messages', calls: 4_000 },
  { title: 'Stream of 100 chunks', answer: '0x100', format: 'chat', calls: 1_500, chunks: 100 },
]

export const garbage: Scenario = {
  name: 'garbage',
  title: 'Bytes of JavaScript objects that the thread of the calls allocates, with the collector off',
  isQuick: true,
  async run({ stage }): Promise<Outcome> {
    // The server's own warm-up would make calls in the pauses between the loads.
    const environment = { BUN_JSC_useGC: 'false', WARM_UP_CALLS: '0' }
    const gateway = await startGateway(stage, { program: 'watched', environment })
    const headersFile = headersFor(stage, [gateway.bearer])
    const table = [['Call', 'Bytes a call', 'Bytes a chunk']]
    const findings: Finding[] = []
    for (const { title, answer, format, calls, chunks, atMost } of kinds) {
      const body = writeBody(stage.folder, { size: '1.5 KB', answer, format })
      const order = { port: gateway.port, path: pathOf[format], body, headersFile, connections: CALLERS, seconds: 120 }
      await putLoad(stage, { ...order, requests: calls * WARM_UP })
      const before = await heapBlocks(gateway)
      const { requests, failed } = await putLoad(stage, { ...order, requests: calls })
      if (failed > 0) throw new Failure(`${failed} of ${requests} calls failed`)
      const each = Math.round(((await heapBlocks(gateway)) - before) / requests)
      table.push([title, String(each), chunks ? String(Math.round(each / chunks)) : '–'])
      if (atMost) findings.push({ name: `${title}: garbage`, value: each, unit: 'bytes', aim: { atMost } })
    }
    await gateway.stop()
    return { table, findings, measured: table }
  },
}
