import { endEverything } from './endings.mjs'

const oldestNode = 20

/** An expected failure: one clear sentence, shown without a stack trace. */
export class Failure extends Error {}

/** Prints one line about the current step. */
export const say = text => console.log(`› ${text}`)

/**
 * Runs a script: its exit code is the number `main` returns (0 if none), 1 after a failure. Ends everything the script started
 * before the process exits.
 */
export async function script(main) {
  process.exit(await exitCodeOf(main))
}

async function exitCodeOf(main) {
  try {
    refuseOldNode()
    return (await main()) ?? 0
  } catch (error) {
    console.error(error instanceof Failure ? `✗ ${error.message}` : error)
    return 1
  } finally {
    await endEverything()
  }
}

function refuseOldNode() {
  const major = Number.parseInt(process.versions.node, 10)
  if (major < oldestNode) {
    throw new Failure(`Tollgate needs Node ${oldestNode} or newer; this is Node ${process.versions.node}.`)
  }
}
