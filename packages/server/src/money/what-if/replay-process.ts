/** A process that replays a part of a log; its parent kills it to stop it. Its only message from there is its `Assignment`. */
import { constants, setPriority } from 'node:os'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Assignment, type Progress, replayPart } from './replay-part.ts'
import type { PartOfSums } from './sums.ts'

/** What the process tells: how far it is, and at last what it found. */
export type Told = { progress: Progress } | { progress: Progress; part: PartOfSums } | { failure: string }

const TOLD_EVERY_MS = 250

const tell = (told: Told) => process.send?.(told)

process.on('message', message => void replay(message as Assignment)) // the parent sends nothing else
process.on('disconnect', () => process.exit())

async function replay(assignment: Assignment): Promise<void> {
  yieldToCalls()
  let toldAt = 0
  let last: Progress = { handled: 0, reached: 0 }
  try {
    const part = await replayPart(assignment, async progress => {
      last = progress
      if (performance.now() - toldAt >= TOLD_EVERY_MS) {
        toldAt = performance.now()
        tell({ progress })
      }
      // Else it would not notice that its parent is gone.
      await othersTurn()
    })
    tell({ progress: last, part })
  } catch (error) {
    tell({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

/** Its cores first serve calls. */
function yieldToCalls(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It then runs like any other process.
  }
}
