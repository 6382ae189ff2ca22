import { say } from '../scripts/lib/script.mjs'
import { type BodyEndpoint, bodyEndpoints } from './lib/body-endpoints.ts'
import { type Gateway, startGateway } from './lib/gateway.ts'
import { hostileBody, SHAPES } from './lib/hostile-bodies.ts'
import { gapDuring } from './lib/loop-gap.ts'
import type { Scenario } from './lib/scenario.ts'
import { rounded } from './lib/table.ts'
import { startHostileUpstream } from './tools/hostile-upstream.ts'

const MOST_MS = 50
const MIB = 2 ** 20
/** The console accepts bodies up to this length; longer ones it refuses by their declared length. */
const CONSOLE_BYTES = 4 * MIB - 1_024
/** How many of the worst cases the table shows. */
const SHOWN = 25
/** Measures only paths that contain this text. */
const PART = process.env.BODY_PATHS ?? ''

export const bodyGaps: Scenario = {
  name: 'body-gaps',
  title: 'The longest a body of 64 MiB holds up all other calls, at every endpoint that takes one',
  async run({ stage }) {
    const upstream = startHostileUpstream()
    const gateway = await startGateway(stage, { program: 'watched', provider: upstream.port })
    try {
      // all calls come from one address
      for (const kind of ['api', 'critical', 'web'])
        await gateway.operator.setOption(`rate_limit_setting.${kind}_requests`, 0)
      const [chat] = bodyEndpoints()
      // excludes what is compiled and started for the first large body
      if (chat) for (const shape of SHAPES) await measure(gateway, chat, shape)
      const rows: Row[] = []
      for (const endpoint of bodyEndpoints().filter(({ path }) => path.includes(PART))) {
        say(`${endpoint.method} ${endpoint.path} …`)
        for (const shape of SHAPES) rows.push(await measure(gateway, endpoint, shape))
      }
      rows.sort((one, other) => other.gapMs - one.gapMs)
      const cells = rows
        .slice(0, SHOWN)
        .map(({ name, status, seconds, gapMs, workMs }) => [
          name,
          String(status),
          rounded(seconds),
          rounded(gapMs),
          rounded(workMs),
        ])
      return {
        table: [
          [`the worst ${SHOWN} of ${rows.length}`, 'status', 'seconds', 'largest gap, ms', 'worked in one, ms'],
          ...cells,
        ],
        findings: [
          {
            name: 'largest gap by a body of 64 MiB at any endpoint',
            value: rows[0]?.gapMs ?? 0,
            unit: 'ms',
            aim: { atMost: MOST_MS },
          },
        ],
        measured: rows,
      }
    } finally {
      await gateway.stop()
      upstream.stop()
    }
  },
}

interface Row {
  name: string
  status: number
  seconds: number
  gapMs: number
  workMs: number
}

async function measure(gateway: Gateway, { method, path, isConsole }: BodyEndpoint, shape: string): Promise<Row> {
  const { process, port, bearer, operator } = gateway
  const { body, contentType } = hostileBody(path, shape, path.startsWith('/api/') ? CONSOLE_BYTES : undefined)
  const headers = isConsole ? operator.headers : { authorization: `Bearer ${bearer}` }
  const sent = Buffer.from(body)
  const call = () =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': contentType, ...headers },
      body: sent,
    })
  return { name: `${method} ${path}, ${shape}`, ...(await gapDuring(process, call)) }
}
