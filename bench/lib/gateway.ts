import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bun, bunEnvironment } from '../../scripts/lib/bun.mjs'
import { whenEnding } from '../../scripts/lib/endings.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { start, stop } from '../../scripts/lib/run.mjs'
import { Failure } from '../../scripts/lib/script.mjs'
import { untilPortAnswers } from '../../scripts/lib/until-port-answers.mjs'
import { benchModel } from './bodies.ts'
import { type ConsoleCall, signIn } from './console-call.ts'

export interface Gateway {
  port: number
  processId: number | undefined
  tokenKey: string
  call: ConsoleCall
}

const account = { username: 'root', password: 'bench-password' }

/** Starts a gateway on SQLite, charging and logging as it does by default, with one channel to the upstream. */
export async function startGateway(folder: string, upstream: number): Promise<Gateway> {
  const port = await freePort()
  const place = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
  const env = { ...bunEnvironment, ...place, DATABASE_URL: '', REDIS_URL: '' }
  const server = start(bun, ['packages/server/src/main.ts'], { env })
  whenEnding(() => stop(server))
  await untilPortAnswers('The gateway', port, server)

  const call = await signIn(`http://127.0.0.1:${port}`, account)
  await call('POST', '/api/channel/', {
    type: 1,
    name: 'bench',
    key: 'sk-upstream',
    base_url: `http://127.0.0.1:${upstream}`,
    models: benchModel,
    group: 'default',
  })
  await call('POST', '/api/token/', { name: 'bench', unlimited_quota: true, expired_time: -1, remain_quota: 0 })
  const { items } = await call<{ items: { key: string }[] }>('GET', '/api/token/?p=1&size=1')
  return { port, processId: server.pid, tokenKey: `sk-${items[0]?.key}`, call }
}

/** Waits until the gateway has a log row with a charge for each of so many calls; fails when some stay without. */
export async function untilCharged({ call }: Gateway, calls: number): Promise<void> {
  const consumed = 2
  for (let attempt = 0; attempt < 50; attempt++) {
    const { total } = await call<{ total: number }>('GET', `/api/log/?type=${consumed}&p=1&page_size=1`)
    if (total === calls) return
    await sleep(200)
  }
  throw new Failure(`The gateway answered ${calls} calls but did not log and charge as many.`)
}
