import { type Environment, readEnvironment, StartError } from '../process/environment.ts'
import { asStartError } from './db.ts'

/** Runs a command in the server's environment. Resolves to its exit code; a `StartError` is printed as one sentence. */
export async function runCommand(command: (environment: Environment) => Promise<number>): Promise<number> {
  try {
    const environment = readEnvironment(process.env)
    return await command(environment).catch(error => {
      throw asStartError(error, environment)
    })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(`✗ ${error.message}`)
    return 1
  }
}
