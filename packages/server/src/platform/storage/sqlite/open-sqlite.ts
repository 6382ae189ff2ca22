import { reportLimits } from '../report-limits.ts'
import { makeCheckpoints } from './checkpoints.ts'
import { type Reply, resultOf } from './protocol.ts'
import { makeReports } from './reports.ts'
import type { SqliteService } from './service.ts'
import { makeSessions } from './sessions.ts'
import { makeThread, runHere } from './thread-client.ts'
import { makeTurns } from './turns.ts'
import { fromWire } from './wire.ts'
import { openWriterSession } from './writer-session.ts'

/**
 * Works on the file in threads: one writes, one does quick reads, one copies the log. Long reads run in processes.
 * @param writesHere writes in the calling thread, which has nothing else to do
 */
export function openSqlite(path: string, writesHere = false): SqliteService {
  const writer = writesHere ? runHere(path, 'write') : makeThread(path, 'write')
  const reader = makeThread(path, 'read')
  const copier = makeThread(path, 'write')
  const turns = makeTurns()
  const reports = makeReports(path)
  const sessions = makeSessions()
  const checkpoints = makeCheckpoints(copier, turns)
  const onReply = ({ logPages }: Reply) => {
    if (logPages !== undefined) checkpoints.onLog(logPages)
  }

  /** The writer comes first: it creates the file, and shows at the start whether it can be written to. */
  let isMade = false
  async function made(): Promise<void> {
    if (isMade) return
    resultOf(await writer.send({ kind: 'run', query: { text: 'select 1', parameters: [] } }))
    isMade = true
  }

  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    await checkpoints.close()
    const end = await turns.take()
    await reports.close()
    await Promise.all([reader.close(), copier.close()])
    // The writer closes last, so that it removes the log.
    await writer.close()
    end()
  }

  return {
    async read(query) {
      if (!isMade) await made()
      return resultOf(await reader.send({ kind: 'run', query }))
    },
    async report(query, limits) {
      if (!isMade) await made()
      return reports.run(query, limits)
    },
    async openSession(on = 'writer', limits = reportLimits()) {
      if (!isMade) await made()
      return sessions.add(
        on === 'writer' ? await openWriterSession(writer, turns, onReply) : await reports.openSession(limits),
      )
    },
    inSession: async (session, query, limits) => sessions.get(session).run(query, limits),
    closeSession: session => sessions.close(session),
    async batch(statements) {
      const end = await turns.take()
      const reply = await writer.send({ kind: 'batch', statements })
      end()
      onReply(reply)
      if (reply.error) throw fromWire(reply.error)
      return reply.batchRows ?? []
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}
