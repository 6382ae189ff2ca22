import type { Log } from '@tollgate/contract'
import { withReportLimits } from '../../../platform/storage/report-limits.ts'
import type { RecordsContext } from '../../context.ts'
import type { LogFilters } from '../filters.ts'
import type { FoundLog } from '../store.ts'
import { exportFormats, readOther } from './formats.ts'
import { rowsInPieces } from './read-rows.ts'

interface Export {
  format: keyof typeof exportFormats
  filters: LogFilters
  /** Who exports. */
  callerId: number
  isAdmin: boolean
  toLog(row: FoundLog): Log
  /** Aborted when the browser leaves. */
  signal: AbortSignal
}

/**
 * Answers with a file of all rows that pass the filters, newest first. Rows are read at the browser's speed, so a
 * million need no more memory than a thousand; reading ends when the browser leaves, stops to read, or reads slowly while
 * others need its place.
 */
export async function exportLogs(app: RecordsContext, wanted: Export): Promise<Response> {
  const { reports, exports, log, now } = app
  const { format, filters, callerId, isAdmin, toLog, signal } = wanted
  const { contentType, head, line } = exportFormats[format]
  const leaving = new AbortController()
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const place = exports.take(callerId, () => {
    log.info(
      { user: callerId },
      'an export of the log gave way to another: all places are taken and its reader is slow',
    )
    stop('all places of exports are taken, and this one is read slowly')
  })
  const limits = { signal: AbortSignal.any([signal, leaving.signal]), reader: callerId }
  const next = rowsInPieces(reports, filters)
  const read = () => withReportLimits(limits, next)
  const write = (rows: readonly FoundLog[]) => rows.map(row => line(asExported(toLog(row)), isAdmin)).join('')
  let stall: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(stall)
    place.free()
  }
  limits.signal.addEventListener('abort', end)

  // A failure before the response starts can still be reported.
  let piece = await read().catch(error => {
    end()
    throw error
  })
  let isFirst = true
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      start: expectReader,
      async pull(controller) {
        clearTimeout(stall)
        place.resume()
        try {
          if (!isFirst) piece = await read()
          const text = (isFirst ? head(isAdmin) : '') + write(piece.rows)
          isFirst = false
          if (text) controller.enqueue(encoder.encode(text))
          if (!piece.isLast) return expectReader(controller)
          controller.close()
          end()
        } catch (error) {
          if (!limits.signal.aborted) log.error({ err: error }, 'an export of the log was interrupted')
          controller.error(error)
          end()
        }
      },
      cancel() {
        leaving.abort()
      },
    },
    { highWaterMark: 0 },
  )

  /** A reader that holds its place must use it. */
  function expectReader(controller: ReadableStreamDefaultController<Uint8Array>): void {
    stream = controller
    place.handOver()
    stall = setTimeout(() => stop('nobody reads this export'), exports.stalledMs)
  }

  function stop(reason: string): void {
    leaving.abort()
    stream?.error(new Error(reason))
  }

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
