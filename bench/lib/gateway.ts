import type { ChildProcess } from 'node:child_process'
import { LOG_TYPE } from '../../packages/contract/src/index.ts'
import { type Operator, setUpGateway } from '../../packages/server/test/support/gateway.ts'
import { bun, bunEnvironment } from '../../scripts/lib/bun.mjs'
import { whenEnding } from '../../scripts/lib/endings.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { start, stop } from '../../scripts/lib/run.mjs'
import { untilPortAnswers } from '../../scripts/lib/until-port-answers.mjs'
import { benchModel } from './bodies.ts'

export interface Gateway {
  port: number
  process: ChildProcess
  /** Where its database lies. */
  dataFolder: string
  operator: Operator
  /** Of the operator's unlimited token. */
  bearer: string
}

const programs = {
  usual: 'packages/server/src/main.ts',
  uncharged: 'bench/tools/uncharged-gateway.ts',
  watched: 'bench/tools/watched-gateway.ts',
}

/** Starts a gateway on SQLite, charging and logging as it does by default, with one channel to the upstream. */
export async function startGateway(
  dataFolder: string,
  upstream: number,
  program: keyof typeof programs = 'usual',
): Promise<Gateway> {
  const port = await freePort()
  const place = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataFolder, LOG_LEVEL: 'warn' }
  const env = { ...bunEnvironment, ...place, DATABASE_URL: '', REDIS_URL: '' }
  const server = start(bun, [programs[program]], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  whenEnding(() => stop(server))
  await untilPortAnswers('The gateway', port, server)

  const operator = await setUpGateway(`http://127.0.0.1:${port}`)
  await operator.makeChannel({ name: 'bench', base_url: `http://127.0.0.1:${upstream}`, models: benchModel })
  const { bearer } = await operator.makeToken({ name: 'bench' })
  return { port, process: server, dataFolder, operator, bearer }
}

/** How many calls have a log row with a charge. */
export async function chargedCalls({ operator }: Gateway): Promise<number> {
  const { total } = await operator.consoleCall<{ total: number }>(
    'GET',
    `/api/log/?type=${LOG_TYPE.consume}&p=1&page_size=1`,
  )
  return total
}
