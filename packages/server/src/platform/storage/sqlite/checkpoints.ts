import type { SqliteRunner } from './thread-client.ts'
import type { Turns } from './turns.ts'

/** Copies the write-ahead log into the database in a separate thread, so that no commit waits for it. */
export interface Checkpoints {
  /** Called with the number of log pages that the database does not have yet. */
  onLog(pages: number): void
  /** Starts no more copies. Resolves when the running one has ended, which may need another round. */
  close(): Promise<unknown>
}

/** 16 MB of log between copies, so that a page changed by many commits is copied once. */
const PAGES_BETWEEN_COPIES = 4_000
const ROUNDS_BESIDE_WRITERS = 2
const PAUSE_MS = 1_000

export function makeCheckpoints(copier: SqliteRunner, turns: Turns): Checkpoints {
  let copying: Promise<unknown> | undefined
  let notBefore = 0
  let isClosed = false

  /**
   * SQLite restarts the log only when all of it is copied. Each round copies what was written during the previous one;
   * writers wait only for the small last one.
   */
  async function copy(): Promise<number | undefined> {
    for (let round = 0; round < ROUNDS_BESIDE_WRITERS; round++) await copyOnce()
    const end = await turns.take()
    const left = await copyOnce()
    end()
    return left
  }

  const copyOnce = async () => (await copier.send({ kind: 'copy log' })).logPages

  return {
    onLog(pages) {
      if (isClosed || pages < PAGES_BETWEEN_COPIES || copying || performance.now() < notBefore) return
      copying = copy().then(left => {
        // A long read may keep the log from being copied, so a failed attempt is not repeated at once.
        notBefore = left === 0 ? 0 : performance.now() + PAUSE_MS
        copying = undefined
      })
    },
    async close() {
      isClosed = true
      await copying
    },
  }
}
