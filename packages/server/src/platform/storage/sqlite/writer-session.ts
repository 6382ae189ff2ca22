import { DatabaseUnavailable } from '../transient-errors.ts'
import { type Reply, resultOf } from './protocol.ts'
import type { Session } from './sessions.ts'
import type { SqliteRunner } from './thread-client.ts'
import type { Turns } from './turns.ts'

/** A session that was idle for this long ends if others wait: its caller has forgotten it. */
const LONGEST_IDLE_MS = 10_000

/**
 * Waits for the writer, and has it exclusively until closed.
 * @param onReply called with every reply
 */
export async function openWriterSession(
  writer: SqliteRunner,
  turns: Turns,
  onReply: (reply: Reply) => void,
  longestIdleMs = LONGEST_IDLE_MS,
): Promise<Session> {
  let isOver = false
  let running = 0
  let isInTransaction = false
  let usedAt = 0

  const end = await turns.take(() => {
    if (running > 0 || performance.now() - usedAt < longestIdleMs) return false
    isOver = true
    if (isInTransaction) void writer.send({ kind: 'roll back' })
    return true
  })
  usedAt = performance.now()
  const deaths = writer.deaths()

  return {
    async run(query) {
      if (isOver || writer.deaths() !== deaths) throw new DatabaseUnavailable('the session with the database has ended')
      running += 1
      const reply = await writer.send({ kind: 'run', query })
      running -= 1
      usedAt = performance.now()
      isInTransaction = reply.isInTransaction ?? false
      onReply(reply)
      return resultOf(reply)
    },
    async close() {
      if (isOver) return
      isOver = true
      if (isInTransaction || running > 0) await writer.send({ kind: 'roll back' })
      end()
    },
  }
}
