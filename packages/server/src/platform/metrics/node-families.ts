import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metric } from 'prom-client'
import { family, type Sample } from './family.ts'

interface Deps {
  ledger: {
    holds(): Iterable<{ userAmount: number }>
    standing(): { waiting: number; commits: number; commitSeconds: number }
  }
  /** How many calls are running. */
  callsRunning(): number
  /** Waiting requests to the database, by queue. */
  waiting(): Record<string, number>
  version: string
}

/** This process: its calls, ledger, queues and resources. */
export function nodeFamilies({ ledger, callsRunning, waiting, version }: Deps): Metric[] {
  const gauge = (name: string, help: string, read: () => number | Sample[]) =>
    family({ name, help, type: 'gauge' }, () => samplesOf(read()))
  const lag = eventLoopLag()
  return [
    gauge('tollgate_info', 'The running version', () => [{ labels: { version }, value: 1 }]),
    gauge('tollgate_calls_running', 'Calls that run', callsRunning),
    gauge('tollgate_holds', 'Running calls that hold quota', () => [...ledger.holds()].length),
    gauge('tollgate_held_quota', 'Quota that running calls hold', () =>
      [...ledger.holds()].reduce((sum, { userAmount }) => sum + userAmount, 0),
    ),
    gauge(
      'tollgate_ledger_queue',
      'Settlements and log rows waiting for their commit',
      () => ledger.standing().waiting,
    ),
    family({ name: 'tollgate_ledger_commits_total', help: 'Commits of the ledger', type: 'counter' }, () =>
      samplesOf(ledger.standing().commits),
    ),
    family({ name: 'tollgate_ledger_commit_seconds_total', help: 'Time they took', type: 'counter' }, () =>
      samplesOf(ledger.standing().commitSeconds),
    ),
    gauge('tollgate_database_waiting', 'Requests waiting for the database', () =>
      Object.entries(waiting()).map(([queue, value]) => ({ labels: { queue }, value })),
    ),
    gauge('tollgate_event_loop_lag_seconds', 'Delays of the event loop since the last read', lag),
    gauge('process_resident_memory_bytes', 'Memory in use', () => process.memoryUsage.rss()),
    gauge('process_heap_bytes', 'Memory of JavaScript objects', () => process.memoryUsage().heapUsed),
    gauge('process_open_fds', 'Open files and connections', openDescriptors),
    gauge('process_uptime_seconds', 'Since its start', () => process.uptime()),
    family({ name: 'process_cpu_seconds_total', help: 'CPU time spent', type: 'counter' }, () => {
      const { user, system } = process.cpuUsage()
      return samplesOf((user + system) / 1e6)
    }),
  ]
}

const samplesOf = (read: number | Sample[]): Sample[] => (Array.isArray(read) ? read : [{ labels: {}, value: read }])

/** Starts on the first read, so an unread metric costs nothing. */
function eventLoopLag(): () => Sample[] {
  let delays: ReturnType<typeof monitorEventLoopDelay> | undefined
  const inSeconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  return () => {
    if (!delays) {
      delays = monitorEventLoopDelay({ resolution: 20 })
      delays.enable()
    }
    const samples = [
      { labels: { quantile: 'p50' }, value: inSeconds(delays.percentile(50)) },
      { labels: { quantile: 'p99' }, value: inSeconds(delays.percentile(99)) },
      { labels: { quantile: 'max' }, value: inSeconds(delays.max) },
    ]
    delays.reset()
    return samples
  }
}

/** 0 if the system does not say. */
function openDescriptors(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return 0
  }
}
