import { connect, type SqliteConnection } from './connection.ts'
import type { Assignment, Reply, Request } from './protocol.ts'
import { toWire } from './wire.ts'

const COMMITS_BETWEEN_LOOKS = 16
const ROWS_BETWEEN_LOOKS = 1_000

/** Answers requests about one file, which it opens on first use: the work of a SQLite thread or process. */
export function makeAnswer({ path, access }: Assignment): (request: Request) => Reply {
  let connection: SqliteConnection | undefined
  let commits = 0
  let rows = 0

  const opened = () => {
    connection ??= connect(path, access)
    return connection
  }

  function answer(request: Request): Reply {
    switch (request.kind) {
      case 'run': {
        const result = opened().run(request.query)
        return { result, ...afterChange(result.changed) }
      }
      case 'batch': {
        const { rows, changed } = opened().batch(request.statements)
        return { batchRows: rows, ...afterChange(changed) }
      }
      case 'roll back':
        connection?.rollBack()
        return {}
      case 'copy log':
        return { logPages: pagesLeft(opened(), 'passive') }
      case 'close':
        connection?.close()
        connection = undefined
        return {}
    }
  }

  function afterChange(changed: number): Pick<Reply, 'isInTransaction' | 'logPages'> {
    rows += changed
    if (opened().isInTransaction()) return { isInTransaction: true }
    if (access === 'read') return {}
    commits += 1
    if (commits < COMMITS_BETWEEN_LOOKS && rows < ROWS_BETWEEN_LOOKS) return {}
    commits = 0
    rows = 0
    return { logPages: pagesLeft(opened(), 'noop') }
  }

  return request => {
    try {
      return answer(request)
    } catch (error) {
      return { error: toWire(error), isInTransaction: connection?.isInTransaction() ?? false }
    }
  }
}

/** `passive` copies the log into the database as far as readers allow and delays no writer; `noop` only reports. */
function pagesLeft(connection: SqliteConnection, mode: 'passive' | 'noop'): number {
  const { rows } = connection.run({ text: `pragma wal_checkpoint(${mode})`, parameters: [] })
  const { log = 0, checkpointed = 0 } = rows[0] ?? {}
  return Math.max(0, Number(log) - Number(checkpointed))
}
