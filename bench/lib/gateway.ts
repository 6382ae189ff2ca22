import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { LOG_TYPE } from '../../packages/contract/src/index.ts'
import { RUNTIME_SETTINGS } from '../../packages/server/src/start/serve.ts'
import { type Operator, setUpGateway, signInToGateway } from '../../packages/server/test/support/gateway.ts'
import { bun, bunEnvironment } from '../../scripts/lib/bun.mjs'
import { whenEnding } from '../../scripts/lib/endings.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { root } from '../../scripts/lib/project.mjs'
import { start, stop } from '../../scripts/lib/run.mjs'
import { untilPortAnswers } from '../../scripts/lib/until-port-answers.mjs'
import { benchModel } from './bodies.ts'
import { type DatabaseKind, newPlace, type Place, postgres, type RunSql, withSql } from './database.ts'
import type { Stage } from './stage.ts'
import { upstream } from './upstream.ts'

export interface Gateway {
  port: number
  process: ChildProcess
  /** The PostgreSQL process, if it holds the data. */
  databaseProcess?: number | undefined
  place: Place
  operator: Operator
  /** The key of the operator's unlimited token. */
  bearer: string
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>
  /** Restarts an ended gateway on the same port and database; afterwards `process` is the new one. */
  restart(): Promise<void>
}

/** The name of the gateway's channel and of its token. */
const OWN = 'bench'

const programs = {
  usual: 'packages/server/src/main.ts',
  uncharged: 'bench/tools/uncharged-gateway.ts',
  watched: 'bench/tools/watched-gateway.ts',
}

interface Order {
  program?: keyof typeof programs
  database?: DatabaseKind
  workers?: number
  /** The project folder to start it from; this one by default. */
  root?: string | undefined
  /** The provider's port; the benchmark's own by default. */
  provider?: number
  /** The models of its channel; the benchmark's own by default. */
  models?: string
  environment?: Record<string, string>
  /** A file descriptor for its error output; absent: the benchmark's own. */
  errorsTo?: number
  /** An existing or empty database; a new one by default. */
  place?: Place | undefined
  /** Fills the database before the gateway starts. */
  seed?: (run: RunSql) => Promise<void>
}

/** Starts a gateway that charges and logs as by default, with one channel to the provider. */
export async function startGateway(stage: Stage, order: Order = {}): Promise<Gateway> {
  const { program = 'usual', database = 'sqlite', workers = 1, models = benchModel, environment, seed } = order
  const provider = order.provider ?? (await upstream(stage))
  const place = order.place ?? (await newPlace(stage, database, join(stage.folder, `gateway-${crypto.randomUUID()}`)))
  const port = await freePort()
  const variables = { ...place, PORT: String(port), WORKERS: String(workers), ...environment }
  const run = () => startProcess(programs[program], variables, port, order)

  let server = await run()
  const operator = await operatorOf(`http://127.0.0.1:${port}`)
  await operator.makeChannel({ name: OWN, base_url: `http://127.0.0.1:${provider}`, models })
  // all callers share one address, as behind a proxy
  await operator.setOption('connection_setting.per_address', 0)
  const { bearer } = await operator.makeToken({ name: OWN })
  if (seed) {
    await stop(server)
    await withSql(place, seed)
    server = await run()
  }
  const databaseProcess = database === 'postgres' && !order.place ? (await postgres(stage)).processId : undefined
  const gateway: Gateway = {
    port,
    process: server,
    databaseProcess,
    place,
    operator,
    bearer,
    stop: () => stop(gateway.process),
    async restart() {
      gateway.process = await run()
    },
  }
  return gateway
}

/** Signs in; removes the channel and the tokens of earlier gateways on this database. */
async function operatorOf(url: string): Promise<Operator> {
  const { data } = (await (await fetch(`${url}/api/setup`)).json()) as { data: { status: boolean } }
  if (!data.status) return setUpGateway(url)
  const operator = await signInToGateway(url)
  for (const kind of ['channel', 'token']) {
    const found = await operator.consoleCall<{ items: Named[] }>(
      'GET',
      `/api/${kind}/search?keyword=${OWN}&page_size=100`,
    )
    for (const { id, name } of found.items) if (name === OWN) await operator.consoleCall('DELETE', `/api/${kind}/${id}`)
  }
  return operator
}

interface Named {
  id: number
  name: string
}

async function startProcess(
  program: string,
  place: Record<string, string>,
  port: number,
  { root: cwd = root, errorsTo = 'inherit' }: { root?: string | undefined; errorsTo?: number | 'inherit' },
): Promise<ChildProcess> {
  // A server that sets them itself starts over, and loses its channel to this process.
  const env = {
    ...RUNTIME_SETTINGS,
    ...bunEnvironment,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    REDIS_URL: '',
    DRAIN_SECONDS: '5',
    ...place,
  }
  const server: ChildProcess = start(bun, [program], { cwd, env, stdio: ['ignore', 'inherit', errorsTo, 'ipc'] })
  whenEnding(() => stop(server))
  await untilPortAnswers('The gateway', port, server)
  return server
}

/** How many calls have a log row with a charge. */
export async function chargedCalls({ operator }: Gateway): Promise<number> {
  const { total } = await operator.consoleCall<{ total: number }>(
    'GET',
    `/api/log/?type=${LOG_TYPE.consume}&p=1&page_size=1`,
  )
  return total
}
