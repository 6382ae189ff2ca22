import type { Socket } from 'node:net'
import pg from 'pg'
import { REPORT_TIMEOUT_MS } from './report-limits.ts'

/** Separate pools of one PostgreSQL, so that none starves another. */
export interface PostgresPools {
  /** Console calls and jobs. */
  console: pg.Pool
  ledger: pg.Pool
  /** Long reads. */
  reports: pg.Pool
  /** Schema updates, and commands that read everything. */
  slow: pg.Pool
}

export const REPORTS_AT_ONCE = 3

/** A query without an answer for this long was lost by the network; an hour for queries without a time limit. */
const LONGEST_SILENCE_MS = 3_600_000
/** Longer than a statement's time limit, after which PostgreSQL would have answered. */
const ANSWER_MS = 2_000
/**
 * After about this long PostgreSQL gives up a client whose machine or network was lost, and ends its session and locks.
 */
const LOST_CLIENT_SECONDS = 12
const INT8 = 20
const NUMERIC = 1700

/** The ledger never waits long for a lock: a blocked charge is set aside and retried alone. */
const LEDGER = {
  max: 5,
  lock_timeout: 500,
  statement_timeout: 10_000,
  connectionTimeoutMillis: 3_000,
  idle_in_transaction_session_timeout: 2_000,
}

/** Some versions and systems lack these settings. */
const WHERE_THERE_IS = [
  // Since version 14: a query whose client is gone ends within a second instead of at the time limit.
  'client_connection_check_interval = 1000',
  // Reads many rows of a long log at a time when they are not cached.
  'effective_io_concurrency = 64',
]

const REPORTS = {
  max: REPORTS_AT_ONCE,
  statement_timeout: REPORT_TIMEOUT_MS,
  // A new connection has no cached catalog, so pages would be slower after each pause.
  idleTimeoutMillis: 300_000,
  async onConnect(client: pg.ClientBase) {
    for (const setting of WHERE_THERE_IS) await client.query(`set ${setting}`).catch(() => undefined)
  },
}

/** How PostgreSQL notices a client that vanished. It ignores these settings on a Unix socket. */
const LOST_CLIENT = {
  tcp_user_timeout: LOST_CLIENT_SECONDS * 1_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
}

/** Compiling a statement takes longer than any of ours runs. */
const SETTINGS = { ...LOST_CLIENT, jit: 'off' }

/** Does not open a connection yet. */
export function postgresPools(connectionString: string): PostgresPools {
  // Parses counts and sums as numbers: quotas stay below 2^53.
  pg.types.setTypeParser(INT8, Number)
  pg.types.setTypeParser(NUMERIC, Number)
  return {
    console: makePool(connectionString, { max: 10, statement_timeout: 30_000 }),
    ledger: makePool(connectionString, LEDGER),
    reports: makePool(connectionString, REPORTS),
    slow: makePool(connectionString, { max: 2 }),
  }
}

function makePool(connectionString: string, own: pg.PoolConfig & { statement_timeout?: number }): pg.Pool {
  const longestSilenceMs = own.statement_timeout ? own.statement_timeout + ANSWER_MS : LONGEST_SILENCE_MS
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    options: Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    // If a connection is lost only on our side, its transaction must not keep its locks.
    idle_in_transaction_session_timeout: 5_000,
    ...own,
  })
  // The next query replaces a connection closed by the server; without a listener its event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', connection => {
    connection.on('error', () => undefined)
    const stream = streamOf(connection)
    stream.setTimeout(longestSilenceMs, () => stream.destroy())
  })
  return pool
}

/** Sets how long statements of this connection may take from now on. */
export const allowSilence = (connection: pg.ClientBase, statementMs: number): void => {
  streamOf(connection).setTimeout(statementMs + ANSWER_MS)
}

// The types do not declare the client's connection and its stream.
const streamOf = (connection: pg.ClientBase) =>
  (connection as unknown as { connection: { stream: Socket } }).connection.stream
