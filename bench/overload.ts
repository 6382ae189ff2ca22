import { say } from '../scripts/lib/script.mjs'
import { type Format, pathOf, writeBody } from './lib/bodies.ts'
import type { DatabaseKind } from './lib/database.ts'
import { type Gateway, startGateway } from './lib/gateway.ts'
import { reasons } from './lib/measure.ts'
import { type Loaded, putLoad } from './lib/put-load.ts'
import type { Outcome, Scenario, Setting } from './lib/scenario.ts'
import { rounded } from './lib/table.ts'
import { headersFor } from './lib/targets.ts'

const TIMES_CAPACITY = 3
/** Waiting callers; requests that are due while all of them wait are not sent. */
const CONNECTIONS = 4_000
const CALLERS_AT_CAPACITY = 64
const GOODPUT = { atLeast: 0.7 }
const REFUSAL_MS = { atMost: 1_000 }

export const overload: Scenario = {
  name: 'overload',
  title: `Three times as many calls as the gateway can serve, from up to ${rounded(CONNECTIONS)} callers`,
  isQuick: true,
  async run(setting) {
    const kinds: DatabaseKind[] = setting.isQuick ? ['sqlite'] : ['sqlite', 'postgres']
    const measured: Measured[] = []
    for (const kind of kinds) measured.push(await overloadOf(kind, setting))
    return outcomeOf(measured)
  },
}

interface Measured {
  kind: DatabaseKind
  before: Loaded
  during: Loaded
  after: Loaded
}

async function overloadOf(kind: DatabaseKind, { stage, seconds, isQuick }: Setting): Promise<Measured> {
  say(`${kind} …`)
  const gateway: Gateway = await startGateway(stage, { database: kind })
  try {
    const format: Format = 'chat'
    const each = {
      port: gateway.port,
      path: pathOf[format],
      body: writeBody(stage.folder, { size: '1.5 KB', answer: 'whole', format }),
      headersFile: headersFor(stage, [gateway.bearer]),
    }
    const atCapacity = (seconds: number) => putLoad(stage, { ...each, connections: CALLERS_AT_CAPACITY, seconds })
    await atCapacity(isQuick ? 2 : 4)
    const before = await atCapacity(seconds * 2)
    const requestsPerSecond = TIMES_CAPACITY * goodput(before)
    const during = await putLoad(stage, {
      ...each,
      connections: CONNECTIONS,
      seconds: isQuick ? 4 : 10,
      requestsPerSecond,
      dropsLate: true,
    })
    return { kind, before, during, after: await atCapacity(seconds * 2) }
  } finally {
    await gateway.stop()
  }
}

const goodput = ({ statuses, seconds }: Loaded): number => (statuses['200'] ?? 0) / seconds

function outcomeOf(measured: Measured[]): Outcome {
  const row = (name: string, { kind }: Measured, offered: string, load: Loaded) => [
    `${kind}, ${name}`,
    offered,
    rounded(goodput(load)),
    rounded(load.latencyP50 / 1_000),
    rounded(load.latencyP99 / 1_000),
    reasons(load) || 'none',
    load.refusalP99 > 0 ? rounded(load.refusalP99 / 1_000) : '',
    rounded(load.dropped),
  ]
  return {
    table: [
      [
        '',
        'offered /s',
        'served /s',
        'p50, ms',
        'p99, ms',
        'refused',
        'refusals’ p99, ms',
        'due while all callers waited',
      ],
      ...measured.flatMap(each => [
        row('before', each, 'as it serves', each.before),
        row('overload', each, rounded(TIMES_CAPACITY * goodput(each.before)), each.during),
        row('after', each, 'as it serves', each.after),
      ]),
    ],
    findings: measured.flatMap(({ kind, before, during, after }) => [
      {
        name: `${kind}: served in overload ÷ before`,
        value: goodput(during) / goodput(before),
        unit: '×',
        aim: GOODPUT,
      },
      { name: `${kind}: served afterwards ÷ before`, value: goodput(after) / goodput(before), unit: '×', aim: GOODPUT },
      { name: `${kind}: calls without any answer`, value: during.broken, unit: '', aim: { atMost: 0 } },
      { name: `${kind}: 99th percentile of refusals`, value: during.refusalP99 / 1_000, unit: 'ms', aim: REFUSAL_MS },
    ]),
    measured,
  }
}
