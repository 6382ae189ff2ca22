import { say } from '../scripts/lib/script.mjs'
import { pathOf, writeBody } from './lib/bodies.ts'
import { readBooks } from './lib/books.ts'
import { chargedCalls, type Gateway, startGateway } from './lib/gateway.ts'
import { type Held, measureMemory } from './lib/memory.ts'
import { putLoad } from './lib/put-load.ts'
import type { Outcome, Scenario } from './lib/scenario.ts'
import type { Stage } from './lib/stage.ts'
import { rounded } from './lib/table.ts'
import { headersFor } from './lib/targets.ts'

const STREAMS = 10_000
const QUARTERS = 4
const CONNECTIONS = 100
/** About the middle of a stream of 20 chunks. */
const LEAVE_AFTER_BYTES = 2_000
const MOST_SECONDS_PER_LOAD = 20

/** The upstream uses the first. */
const FORMATS = ['chat', 'messages'] as const

interface Sample extends Held {
  streams: number
}

export const memoryOfStreams: Scenario = {
  name: 'memory-of-streams',
  title: `Memory over ${rounded(STREAMS)} streams, half of them converted, half of either left by their clients`,
  async run({ stage }) {
    const gateway = await startGateway(stage, { program: 'watched' })
    const samples: Sample[] = [{ streams: 0, ...(await measureMemory(gateway)) }]
    let [answered, left] = [0, 0]
    for (let quarter = 1; quarter <= QUARTERS; quarter++) {
      say(`Quarter ${quarter} of ${QUARTERS} …`)
      const loaded = await putStreams(stage, gateway, STREAMS / QUARTERS)
      answered += loaded.reduce((sum, { requests, failed }) => sum + requests - failed, 0)
      left += loaded.reduce((sum, load) => sum + load.left, 0)
      samples.push({ streams: (quarter * STREAMS) / QUARTERS, ...(await measureMemory(gateway)) })
    }
    const books = await readBooks(gateway)
    const charged = await chargedCalls(gateway)
    await gateway.stop()
    return outcomeOf(samples, { ...books, left, failed: STREAMS - answered, charged })
  },
}

/** Opens this many streams, in both formats at once. */
async function putStreams(stage: Stage, { port, bearer }: Gateway, streams: number) {
  const headersFile = headersFor(stage, [bearer])
  const each = {
    port,
    headersFile,
    connections: CONNECTIONS / FORMATS.length,
    seconds: MOST_SECONDS_PER_LOAD,
    requests: streams / FORMATS.length,
    leaveAfterBytes: LEAVE_AFTER_BYTES,
  }
  const body = { size: '1.5 KB', answer: '10x20' } as const
  return Promise.all(
    FORMATS.map(format =>
      putLoad(stage, { ...each, path: pathOf[format], body: writeBody(stage.folder, { ...body, format }) }),
    ),
  )
}

interface Afterwards {
  openHolds: number
  breaches: number
  left: number
  failed: number
  charged: number
}

function outcomeOf(samples: Sample[], after: Afterwards): Outcome {
  const [, first, ...later] = samples
  const last = later.at(-1)
  const growth = (of: (sample: Held) => number) => (first && last ? of(last) / of(first) : Number.NaN)
  const row = ({ streams, rssBytes, heapBytes, objects, sockets }: Sample) =>
    [streams, rssBytes / 2 ** 20, heapBytes / 2 ** 20, objects, sockets].map(rounded)
  return {
    table: [['streams', 'RSS, MiB', 'heap, MiB', 'objects', 'sockets'], ...samples.map(row)],
    findings: [
      {
        name: 'RSS at the end ÷ after a quarter',
        value: growth(held => held.rssBytes),
        unit: '×',
        aim: { atMost: 1.1 },
      },
      {
        name: 'heap at the end ÷ after a quarter',
        value: growth(held => held.heapBytes),
        unit: '×',
        aim: { atMost: 1.1 },
      },
      { name: 'streams left by their clients', value: after.left, unit: '', aim: { atLeast: STREAMS / 2 } },
      { name: 'streams that failed', value: after.failed, unit: '', aim: { atMost: 0 } },
      { name: 'streams that were not charged', value: STREAMS - after.charged, unit: '', aim: { atMost: 0 } },
      { name: 'holds open afterwards', value: after.openHolds, unit: '', aim: { atMost: 0 } },
      { name: 'rules of the books broken', value: after.breaches, unit: '', aim: { atMost: 0 } },
    ],
    measured: { samples, after },
  }
}
