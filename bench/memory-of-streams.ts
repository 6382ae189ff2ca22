import { join } from 'node:path'
import { say } from '../scripts/lib/script.mjs'
import { chargedCalls, type Gateway, startGateway } from './lib/gateway.ts'
import { readLedgerState } from './lib/ledger-state.ts'
import { type Held, measureMemory } from './lib/memory.ts'
import { putLoad } from './lib/put-load.ts'
import type { Outcome, Scenario } from './lib/scenario.ts'
import type { Stage } from './lib/stage.ts'
import { rounded } from './lib/table.ts'
import { headersFor } from './lib/targets.ts'
import { upstream } from './lib/upstream.ts'

const STREAMS = 10_000
const QUARTERS = 4
const CONNECTIONS = 100
/** About the middle of a stream of 20 chunks. */
const LEAVE_AFTER_BYTES = 2_000
const MOST_SECONDS_PER_LOAD = 20

/** The upstream speaks the first one's dialect. */
const PATHS = ['/v1/chat/completions', '/v1/messages']

interface Sample extends Held {
  streams: number
}

export const memoryOfStreams: Scenario = {
  name: 'memory-of-streams',
  title: `Memory over ${rounded(STREAMS)} streams, half of them converted, half of either left by their clients`,
  async run({ stage }) {
    const provider = await upstream(stage, { chunks: 20, intervalMs: 10 })
    const gateway = await startGateway(join(stage.folder, 'watched'), provider, 'watched')
    const samples: Sample[] = [{ streams: 0, ...(await measureMemory(gateway)) }]
    let [answered, left] = [0, 0]
    for (let quarter = 1; quarter <= QUARTERS; quarter++) {
      say(`Quarter ${quarter} of ${QUARTERS} …`)
      const loaded = await putStreams(stage, gateway, STREAMS / QUARTERS)
      answered += loaded.reduce((sum, { requests, failed }) => sum + requests - failed, 0)
      left += loaded.reduce((sum, load) => sum + load.left, 0)
      samples.push({ streams: (quarter * STREAMS) / QUARTERS, ...(await measureMemory(gateway)) })
    }
    const state = await readLedgerState(gateway)
    return outcomeOf(samples, { ...state, left, failed: STREAMS - answered, charged: await chargedCalls(gateway) })
  },
}

/** So many streams, on both paths at once. */
async function putStreams(stage: Stage, { port, bearer }: Gateway, streams: number) {
  const headersFile = headersFor(stage, [bearer])
  const each = {
    port,
    headersFile,
    body: join(stage.folder, 'stream.json'),
    connections: CONNECTIONS / PATHS.length,
    seconds: MOST_SECONDS_PER_LOAD,
    requestsPerSecond: 0,
    requests: streams / PATHS.length,
    leaveAfterBytes: LEAVE_AFTER_BYTES,
  }
  return Promise.all(PATHS.map(path => putLoad(stage, { ...each, path })))
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
