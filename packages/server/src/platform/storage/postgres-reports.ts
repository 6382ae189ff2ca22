import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { allowSilence, REPORTS_AT_ONCE } from './postgres-pools.ts'
import { REPORT_TIMEOUT_MS, ReportEnded, type ReportLimits, reportLimits } from './report-limits.ts'
import { LINE, makeReportLine } from './report-line.ts'

/** Kysely's pool for long reads: with a queue in front, a time limit, and cancellation when the reader leaves. */
export function reportsPool(pool: pg.Pool): PostgresPool {
  const line = makeReportLine({ atOnce: REPORTS_AT_ONCE, ...LINE })
  return {
    async connect() {
      const limits = reportLimits()
      const leave = await line.enter(limits)
      try {
        return limited(await prepared(pool, limits), limits, leave)
      } catch (error) {
        leave()
        throw error
      }
    },
    end: () => pool.end(),
  }
}

const ENDED_BY_TIMEOUT = '57014'

async function prepared(pool: pg.Pool, { timeoutMs }: ReportLimits): Promise<pg.PoolClient> {
  const client = await pool.connect()
  try {
    if (timeoutMs === REPORT_TIMEOUT_MS) return client
    await client.query(`set statement_timeout = ${Math.ceil(timeoutMs)}`)
    allowSilence(client, timeoutMs)
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

function limited(client: pg.PoolClient, { timeoutMs, signal }: ReportLimits, leave: () => void): PostgresPoolClient {
  let isReleased = false
  const release = (isBroken: boolean) => {
    if (isReleased) return
    isReleased = true
    signal?.removeEventListener('abort', cancel)
    client.release(isBroken)
    leave()
  }
  // The server notices the closed connection.
  const cancel = () => release(true)
  signal?.addEventListener('abort', cancel)

  const query = async (text: string, parameters: readonly unknown[]) => {
    if (signal?.aborted) throw new ReportEnded('report_cancelled')
    try {
      return await client.query(text, [...parameters])
    } catch (error) {
      if (signal?.aborted) throw new ReportEnded('report_cancelled')
      throw (error as { code?: string }).code === ENDED_BY_TIMEOUT ? new ReportEnded('report_too_slow') : error
    }
  }
  return {
    // Kysely's type has a second form, for cursors, which we do not use.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => release(timeoutMs !== REPORT_TIMEOUT_MS),
  }
}
