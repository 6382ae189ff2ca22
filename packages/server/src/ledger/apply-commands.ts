import type { Connection } from '../storage/statements.ts'
import type { Outcome } from '../storage/writer.ts'
import { type CommandResults, type LedgerCommand, LedgerRefusal } from './commands.ts'
import { readState } from './read-state.ts'
import { extend, type LedgerState, release, reserve, settle } from './state.ts'
import { type WriteContext, writeState } from './write-state.ts'

export type CommandResult = CommandResults[LedgerCommand['kind']]

/** Reads the state the commands touch, applies them one by one, and writes what changed, inside one transaction. */
export async function applyCommands(
  on: Connection,
  commands: readonly LedgerCommand[],
  context: WriteContext,
): Promise<Outcome<CommandResult>[]> {
  const state = await readState(on, context.kind, commands)
  const outcomes = commands.map(command => outcomeOf(state, command))
  await writeState(on, state, context)
  return outcomes
}

/** A `LedgerRefusal` is thrown before the state is changed, so it fails only its own command. */
function outcomeOf(state: LedgerState, command: LedgerCommand): Outcome<CommandResult> {
  try {
    return { value: execute(state, command) }
  } catch (error) {
    if (error instanceof LedgerRefusal) return { error }
    throw error
  }
}

function execute(state: LedgerState, command: LedgerCommand): CommandResult {
  switch (command.kind) {
    case 'reserve':
      return reserve(state, command)
    case 'extend':
      return extend(state, command.requestId, command.amount)
    case 'settle':
      return settle(state, command)
    case 'release':
      release(state, command.requestId, command.log)
      return undefined
    case 'record':
      state.logs.push(command.log)
      return undefined
  }
}
