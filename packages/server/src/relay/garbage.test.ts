import { afterAll, beforeAll, expect, test } from 'bun:test'
import { allocatedBytes } from '../../../../bench/lib/collections.ts'
import { freePort } from '../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { setUpGateway } from '../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../test/support/gateway-process.ts'

const CALLERS = 16
/** Young code allocates for its compilers too. */
const WARM_UP = 2_000
const CALLS = 2_000
/** About twice what a call allocates, since a busy machine adds what the timers of a second do. */
const MOST_BYTES = 120_000
const PATIENCE_MS = 180_000

const ANSWER = {
  id: 'one',
  model: 'gpt',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there. '.repeat(20) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 300, completion_tokens: 80, total_tokens: 380 },
}

let log = ''
let database: TestDatabase
let gateway: GatewayProcess
let bearer: string
const upstream = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(ANSWER) })

beforeAll(async () => {
  const [sqlite] = databases()
  if (!sqlite) throw new Error('there is no database')
  database = await sqlite.open()
  gateway = await startGatewayProcess(database.place, await freePort(), {
    // The collector writes down how large each heap was at its beginning and its end.
    environment: { BUN_JSC_logGC: '1' },
    onOutput(text) {
      log += text
    },
  })
  const operator = await setUpGateway(gateway.url)
  await operator.makeChannel({ base_url: upstream.url.origin, models: 'gpt' })
  await operator.setOption('ModelRatio', '{"gpt":1}')
  await operator.setOption('connection_setting.per_address', 0)
  bearer = (await operator.makeToken()).bearer
}, PATIENCE_MS)

afterAll(async () => {
  await gateway.kill()
  await upstream.stop(true)
  await database.close()
})

async function call(at: number): Promise<void> {
  const messages = [{ role: 'user', content: `${at} ${'Weigh throughput against latency. '.repeat(40)}` }]
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'gpt', max_tokens: 256, temperature: 0.7, messages }),
  })
  if (!response.ok) throw new Error(await response.text())
  await response.arrayBuffer()
}

async function callMany(calls: number): Promise<void> {
  let made = 0
  const callAgain = async () => {
    while (made < calls) await call(made++)
  }
  await Promise.all(Array.from({ length: CALLERS }, callAgain))
}

test(
  'a plain call allocates little on the thread of the calls',
  async () => {
    await callMany(WARM_UP)
    const from = log.length
    await callMany(CALLS)
    const [busiest = 0] = allocatedBytes(log.slice(from))
    const bytes = Math.round(busiest / CALLS)
    // Zero would mean that the log is written otherwise than it is read.
    console.log('BYTES', bytes)
    expect(bytes).toBeWithin(5_000, MOST_BYTES)
  },
  PATIENCE_MS,
)
