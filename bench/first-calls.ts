import { Failure } from '../scripts/lib/script.mjs'
import { pathOf, writeBody } from './lib/bodies.ts'
import { cpuMicrosecondsOf } from './lib/cpu-time.ts'
import { median } from './lib/figures.ts'
import { startGateway } from './lib/gateway.ts'
import { reasons } from './lib/measure.ts'
import { putLoad } from './lib/put-load.ts'
import type { Outcome, Scenario } from './lib/scenario.ts'
import { rounded } from './lib/table.ts'
import { headersFor } from './lib/targets.ts'

/** The calls after a start, by consecutive spans. */
const SPANS = [
  { title: 'the first 100', calls: 100 },
  { title: 'up to 1,000', calls: 900 },
  { title: 'up to 2,000', calls: 1_000 },
  { title: 'up to 10,000', calls: 8_000 },
  { title: 'the 2,000 after that', calls: 2_000 },
]
const CALLERS = 16
const MILLISECOND = 1_000

interface Span {
  cpu: number
  p50: number
  p99: number
}

export const firstCalls: Scenario = {
  name: 'first-calls',
  title: 'Calls after a start, 16 at once: what each costs until the code is compiled',
  isQuick: true,
  async run({ stage, rounds }): Promise<Outcome> {
    const gateway = await startGateway(stage)
    const body = writeBody(stage.folder, { size: '1.5 KB', answer: 'whole', format: 'chat' })
    const headersFile = headersFor(stage, [gateway.bearer])
    const order = { port: gateway.port, path: pathOf.chat, body, headersFile, connections: CALLERS, seconds: 60 }

    const put = async (calls: number): Promise<Span> => {
      const used = () => cpuMicrosecondsOf(gateway.process.pid ?? 0)
      const before = used()
      const loaded = await putLoad(stage, { ...order, requests: calls })
      if (loaded.failed > 0)
        throw new Failure(`${loaded.failed} of ${loaded.requests} calls failed: ${reasons(loaded)}`)
      return { cpu: (used() - before) / loaded.requests, p50: loaded.latencyP50, p99: loaded.latencyP99 }
    }

    const measured: Span[][] = []
    for (let round = 0; round < rounds; round++) {
      await gateway.stop()
      await gateway.restart()
      const spans: Span[] = []
      for (const { calls } of SPANS) spans.push(await put(calls))
      measured.push(spans)
    }
    await gateway.stop()

    const middle = (at: number, of: keyof Span) => median(measured.map(spans => spans[at]?.[of] ?? 0))
    const rows = SPANS.map(({ title }, at) => [
      title,
      rounded(middle(at, 'cpu')),
      rounded(middle(at, 'p50') / MILLISECOND),
      rounded(middle(at, 'p99') / MILLISECOND),
    ])
    return { table: [['calls', 'CPU, µs a call', 'p50, ms', 'p99, ms'], ...rows], findings: [], measured }
  },
}
