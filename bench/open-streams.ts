import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf, writeBody } from './lib/bodies.ts'
import { memoryOf } from './lib/cpu-time.ts'
import { chargedCalls, startGateway } from './lib/gateway.ts'
import { reasons } from './lib/measure.ts'
import { putLoad } from './lib/put-load.ts'
import type { Scenario } from './lib/scenario.ts'
import { rounded } from './lib/table.ts'
import { headersFor } from './lib/targets.ts'

const WANTED = 5_000
const QUICK = 1_000
/** Per stream: one for the caller and one for the upstream. The rest of the process has some too. */
const DESCRIPTORS_EACH = 2
const OTHER_DESCRIPTORS = 500
const MOST_MIB = 600
const MIB = 2 ** 20
const SAMPLE_MS = 500

export const openStreams: Scenario = {
  name: 'open-streams',
  title: `Memory of the gateway with ${rounded(WANTED)} streams open at once, a chunk a second each`,
  isQuick: true,
  async run({ stage, isQuick }) {
    const wanted = isQuick ? QUICK : WANTED
    const count = Math.min(wanted, Math.floor((openFiles() - OTHER_DESCRIPTORS) / DESCRIPTORS_EACH))
    const gateway = await startGateway(stage)
    try {
      const before = memoryOf(gateway.process.pid ?? 0)
      let [isOver, most] = [false, 0]
      const loading = putLoad(stage, {
        port: gateway.port,
        path: pathOf.chat,
        body: writeBody(stage.folder, { size: '1.5 KB', answer: isQuick ? '1000x5' : '1000x20', format: 'chat' }),
        headersFile: headersFor(stage, [gateway.bearer]),
        connections: count,
        requests: count,
        seconds: 30,
      }).finally(() => {
        isOver = true
      })
      while (!isOver) {
        most = Math.max(most, memoryOf(gateway.process.pid ?? 0))
        await sleep(SAMPLE_MS)
      }
      const loaded = await loading
      const rows = [count, before / MIB, most / MIB, (most - before) / count / 1_024, loaded.chunkDelayP99 / 1_000]
      return {
        table: [
          ['streams', 'before, MiB', 'most, MiB', 'a stream, KiB', 'chunk delay p99, ms', 'charged', 'failed'],
          [...rows.map(rounded), rounded(await chargedCalls(gateway)), reasons(loaded) || 'none'],
        ],
        findings: [
          {
            name: `memory with ${rounded(count)} open streams`,
            value: most / MIB,
            unit: 'MiB',
            aim: { atMost: MOST_MIB },
          },
          { name: 'open streams that failed', value: loaded.failed, unit: '', aim: { atMost: 0 } },
        ],
        notes: count < wanted ? [`Only ${count} streams: this machine allows ${openFiles()} open files.`] : [],
        measured: { count, before, most, loaded },
      }
    } finally {
      await gateway.stop()
    }
  },
}

function openFiles(): number {
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return Number(limit) || WANTED
}
