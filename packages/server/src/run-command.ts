import { type Environment, readEnvironment, StartError } from './environment.ts'
import { asStartError } from './storage/db.ts'

/** Runs a command beside the server, in its environment, to an exit code. A reason it cannot run is one clear sentence. */
export async function runCommand(command: (environment: Environment) => Promise<number>): Promise<void> {
  try {
    const environment = readEnvironment(process.env)
    process.exitCode = await command(environment).catch(error => {
      throw asStartError(error, environment)
    })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(`✗ ${error.message}`)
    process.exitCode = 1
  }
}
