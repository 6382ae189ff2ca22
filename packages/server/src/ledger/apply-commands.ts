import type { Connection } from '../storage/statements.ts'
import type { Outcome } from '../storage/writer.ts'
import { type Answers, type LedgerCommand, LedgerRefusal } from './commands.ts'
import { readState } from './read-state.ts'
import { extend, type LedgerState, release, reserve, settle } from './state.ts'
import { type WriteContext, writeState } from './write-state.ts'

export type Answer = Answers[LedgerCommand['kind']]

/** Reads what the works touch, decides them one after the other, writes what changed. Runs inside one transaction. */
export async function applyCommands(
  on: Connection,
  commands: readonly LedgerCommand[],
  context: WriteContext,
): Promise<Outcome<Answer>[]> {
  const state = await readState(on, context.kind, commands)
  const outcomes = commands.map(command => decide(state, command))
  await writeState(on, state, context)
  return outcomes
}

/** A refusal is thrown before anything of the books is changed, so it concerns its own work alone. */
function decide(state: LedgerState, command: LedgerCommand): Outcome<Answer> {
  try {
    return { value: carryOut(state, command) }
  } catch (error) {
    if (error instanceof LedgerRefusal) return { error }
    throw error
  }
}

function carryOut(state: LedgerState, command: LedgerCommand): Answer {
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
