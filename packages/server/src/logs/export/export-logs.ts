import type { Log } from '@tollgate/contract'
import type { AppContext } from '../../app-context.ts'
import { withReportLimits } from '../../storage/report-limits.ts'
import { type FoundLog, type LogFilters, type LogPlace, logsAfter } from '../store.ts'
import { exportFormats, readOther } from './formats.ts'

/** What is in memory at a time. */
const ROWS_AT_ONCE = 1000

interface Export {
  format: keyof typeof exportFormats
  filters: LogFilters
  isAdmin: boolean
  toLog(row: FoundLog): Log
  /** The browser leaves. */
  signal: AbortSignal
}

/**
 * Answers with a file of all rows that pass the filters, newest first. Rows are read as the browser takes them, so that a million
 * of them need no more memory than a thousand; when it leaves, the reading ends.
 */
export async function exportLogs({ reports, log, now }: AppContext, wanted: Export): Promise<Response> {
  const { format, filters, isAdmin, toLog, signal } = wanted
  const { contentType, head, line } = exportFormats[format]
  const leaving = new AbortController()
  const limits = { signal: AbortSignal.any([signal, leaving.signal]) }
  const read = (after?: LogPlace) =>
    withReportLimits(limits, () => logsAfter(reports, filters, after).limit(ROWS_AT_ONCE).execute())
  const write = (rows: readonly FoundLog[]) => rows.map(row => line(asExported(toLog(row)), isAdmin)).join('')

  // Before the answer begins, a failure can still be told.
  let rows = await read()
  let isFirst = true
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (!isFirst) rows = rows.length < ROWS_AT_ONCE ? [] : await read(rows.at(-1))
          const text = (isFirst ? head(isAdmin) : '') + write(rows)
          isFirst = false
          if (text) controller.enqueue(encoder.encode(text))
          if (rows.length < ROWS_AT_ONCE) controller.close()
        } catch (error) {
          if (!limits.signal.aborted) log.error({ err: error }, 'an export of the log was broken off')
          controller.error(error)
        }
      },
      cancel() {
        leaving.abort()
      },
    },
    { highWaterMark: 0 },
  )
  const day = new Date(now() * 1000).toISOString().slice(0, 10)
  return new Response(body, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="usage-log-${day}.${format}"`,
      'cache-control': 'no-store',
    },
  })
}

const asExported = (log: Log) => ({ log, other: readOther(log.other) })
