import { freePort } from '../../../../scripts/lib/free-port.mjs'
import { findPrograms } from '../../../../scripts/lib/programs.mjs'
import { untilPortAnswers } from '../../../../scripts/lib/until-port-answers.mjs'

/** A test's own Redis, which can be frozen, killed and restarted on the same port. */
export interface RedisServer {
  url: string
  freeze(): void
  thaw(): void
  kill(): Promise<void>
  startAgain(): Promise<void>
}

export async function startRedisServer(): Promise<RedisServer> {
  const { redis: program } = await findPrograms('redis')
  const port = await freePort()
  let running = await start()

  async function start() {
    const options = { '--port': String(port), '--bind': '127.0.0.1', '--save': '', '--appendonly': 'no' }
    const child = Bun.spawn([program, ...Object.entries(options).flat()], { stdout: 'ignore', stderr: 'inherit' })
    await untilPortAnswers('Redis', port, child)
    return child
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => running.kill('SIGSTOP'),
    thaw: () => running.kill('SIGCONT'),
    async kill() {
      running.kill('SIGKILL')
      await running.exited
    },
    async startAgain() {
      running = await start()
    },
  }
}
