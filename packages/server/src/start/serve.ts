import { readEnvironment, StartError } from '../platform/process/environment.ts'
import { IS_RELEASED } from '../platform/process/own-program.ts'
import { runServer } from './workers/run-server.ts'

const TAKE_OVER = '--take-over'

/** Serves until a signal ends it, or a newer version takes over. Reads the operator's environment. */
export async function serve(given: string[] = []): Promise<null> {
  const unknown = given.find(word => word !== TAKE_OVER)
  if (unknown !== undefined) throw new StartError(`start takes ${TAKE_OVER} at most, and no ${unknown}.`)
  restartWithSettings()
  await runServer(readEnvironment({ ...process.env, ...(given.length > 0 && { TAKE_OVER: '1' }) }))
  return null
}

/** What the runtime and its allocator read from the environment, once, when a process starts. */
export const RUNTIME_SETTINGS = {
  // `fetch` runs only 256 requests at once by default.
  BUN_CONFIG_MAX_HTTP_REQUESTS: '20000',
  // The heap may double before it is collected, as on machines below 16 GB; on others it would triple, and new objects
  // would lie in memory that the processor's caches have lost.
  BUN_JSC_heapGrowthFunctionThresholdInMB: '1000000',
  // Milliseconds for which freed pages are kept: the next calls need them again.
  MIMALLOC_PURGE_DELAY: '1000',
}

/** Restarts this process with the settings that its environment lacks; workers inherit them. Windows cannot, and goes on without. */
function restartWithSettings(): void {
  if (process.platform === 'win32') return
  if (Object.keys(RUNTIME_SETTINGS).every(name => process.env[name] !== undefined)) return
  const program = IS_RELEASED ? process.argv.slice(2) : [...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, [process.argv0, ...program], { ...RUNTIME_SETTINGS, ...process.env })
}
