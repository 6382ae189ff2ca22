/**
 * The gateway as another version. Its arguments: an extra schema step that it knows, whether older versions can run
 * with that step, and whether the step never ends.
 */
import { readEnvironment, StartError } from '../../src/platform/process/environment.ts'
import { FOR_OLDER_TOO, migrations } from '../../src/platform/storage/migrations/index.ts'
import { runServer } from '../../src/start/workers/run-server.ts'

if (import.meta.main) {
  const [step = '', shared, endless] = process.argv.slice(2)
  migrations[step] = endless ? () => new Promise(() => undefined) : async () => undefined
  if (shared) (FOR_OLDER_TOO as Set<string>).add(step)
  try {
    await runServer(readEnvironment(process.env))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
