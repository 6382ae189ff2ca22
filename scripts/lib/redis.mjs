import { whenEnding } from './endings.mjs'
import { freePort } from './free-port.mjs'
import { start, stop } from './run.mjs'
import { untilPortAnswers } from './until-port-answers.mjs'

/** Starts a Redis without persistence. Resolves to its URL. */
export async function startRedis(program) {
  const port = await freePort()
  const options = { '--port': port, '--bind': '127.0.0.1', '--save': '', '--appendonly': 'no' }
  const redis = start(program, Object.entries(options).flat().map(String), { stdio: ['ignore', 'ignore', 'inherit'] })
  whenEnding(() => stop(redis))
  await untilPortAnswers('Redis', port, redis)
  return `redis://127.0.0.1:${port}`
}
