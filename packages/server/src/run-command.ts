import { type Environment, readEnvironment, StartError } from './environment.ts'
import { asStartError } from './storage/db.ts'

/** Runs a command in the server's environment and sets the exit code. A `StartError` is printed as one sentence. */
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
