import { readEnvironment, StartError } from '../platform/process/environment.ts'
import { restartWithSettings } from './runtime-settings.ts'
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
