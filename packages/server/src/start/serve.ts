import { readEnvironment, StartError } from '../platform/process/environment.ts'
import { IS_RELEASED } from '../platform/process/own-program.ts'
import { runServer } from './workers/run-server.ts'

const TAKE_OVER = '--take-over'

/** How many requests `fetch` may run at once; its default is only 256. */
const REQUESTS_AT_ONCE = { BUN_CONFIG_MAX_HTTP_REQUESTS: '20000' }

/** Serves until a signal ends it, or a newer version takes over. Reads the operator's environment. */
export async function serve(given: string[] = []): Promise<null> {
  const unknown = given.find(word => word !== TAKE_OVER)
  if (unknown !== undefined) throw new StartError(`start takes ${TAKE_OVER} at most, and no ${unknown}.`)
  if (IS_RELEASED) withRequestsAtOnce()
  await runServer(readEnvironment({ ...process.env, ...(given.length > 0 && { TAKE_OVER: '1' }) }))
  return null
}

/**
 * The released executable starts without `npm start`, which sets this. The runtime reads it only at process start, so
 * this process restarts itself.
 */
function withRequestsAtOnce(): void {
  const [name] = Object.keys(REQUESTS_AT_ONCE)
  if (process.env[name as string]) return
  process.execve?.(process.execPath, [process.argv0, ...process.argv.slice(2)], { ...process.env, ...REQUESTS_AT_ONCE })
}
