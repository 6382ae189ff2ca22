import { JOB_NAMES, type JobName, type JobRun, type JobState } from '@tollgate/contract'
import type { Logger } from 'pino'
import type { Storage } from '../../platform/storage/db.ts'
import { type Job, ONLY_BY_HAND } from './job.ts'
import { runUnderLease } from './run-under-lease.ts'
import { dueAt, jobState } from './state.ts'
import { type JobRowNow, jobStore, type RunPlace } from './store.ts'

/**
 * The background jobs. Only one of several nodes runs each job at a time: the one that holds its lease in the database.
 */
export interface Jobs {
  /** Starts running due jobs on this node. */
  start(): void
  list(): Promise<JobState[]>
  /** The last runs of a job, newest first. */
  runs(name: JobName): Promise<JobRun[]>
  /** Starts a job, due or not, without waiting for its end; null while it runs, here or on another node. */
  runNow(name: JobName): Promise<JobState | null>
  /** Starts no more jobs and stops running ones; a job that does not end soon keeps its lease until it expires. */
  stop(): Promise<void>
}

interface Deps {
  storage: Storage
  jobs: Readonly<Record<JobName, Job>>
  log: Logger
  /** This node, for the history. */
  place: RunPlace
}

export interface JobPace {
  /** How long after a node's death others take over its jobs. */
  leaseSeconds?: number
  /** How often, at least, a node checks what others did. */
  lookMs?: number
  /** How long a stop waits for running jobs. */
  stopMs?: number
}

export function makeJobs({ storage, jobs, log, place }: Deps, pace: JobPace = {}): Jobs {
  const { leaseSeconds = 60, lookMs = 30_000, stopMs = 5_000 } = pace
  const store = jobStore(storage)
  const stopping = new AbortController()
  const running = new Map<JobName, Promise<void>>()
  let isStarted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking: Promise<void> | null = null
  /** A job ended during the check of others. */
  let isStale = false

  async function readRows(): Promise<Map<string, JobRowNow>> {
    const rows = await store.readRows()
    if (JOB_NAMES.every(name => rows.some(row => row.name === name))) return byName(rows)
    await store.makeRows(JOB_NAMES)
    return byName(await store.readRows())
  }

  /** Returns false if another node has the job. */
  async function begin(name: JobName, everySeconds?: number): Promise<boolean> {
    if (running.has(name) || stopping.signal.aborted) return false
    const run = { name, id: crypto.randomUUID() }
    const claimedAt = performance.now()
    if (!(await store.claim(run, leaseSeconds, everySeconds))) return false
    const ended = runUnderLease(jobs[name], run, claimedAt, {
      store,
      log,
      place,
      leaseSeconds,
      stopping: stopping.signal,
    })
    running.set(
      name,
      ended.then(() => {
        running.delete(name)
        lookIn(0)
      }),
    )
    return true
  }

  /** Starts due jobs; returns the milliseconds until the next check. */
  async function look(): Promise<number> {
    const rows = await readRows()
    let waitMs = lookMs
    for (const name of JOB_NAMES) {
      const row = rows.get(name)
      // A job that runs here is checked when it ends.
      if (!row || running.has(name)) continue
      const { everySeconds } = jobs[name]
      if (everySeconds === ONLY_BY_HAND) continue
      const dueSeconds = dueAt(row, everySeconds) - row.now
      if (dueSeconds > 0) waitMs = Math.min(waitMs, dueSeconds * 1000)
      else await begin(name, everySeconds)
    }
    return waitMs
  }

  function lookIn(waitMs: number): void {
    clearTimeout(timer)
    if (!isStarted || stopping.signal.aborted) return
    if (looking) {
      isStale = true
      return
    }
    timer = setTimeout(() => {
      looking = lookNow()
    }, waitMs)
    timer.unref()
  }

  async function lookNow(): Promise<void> {
    isStale = false
    const waitMs = await look().catch(error => {
      log.error({ err: error }, 'could not look for due jobs')
      return lookMs
    })
    looking = null
    lookIn(isStale ? 0 : waitMs)
  }

  return {
    start() {
      isStarted = true
      lookIn(0)
    },
    async list() {
      const rows = await readRows()
      return JOB_NAMES.flatMap(name => {
        const row = rows.get(name)
        return row ? [jobState(name, row, jobs[name].everySeconds)] : []
      })
    },
    runs: name => store.runsOf(name),
    async runNow(name) {
      await readRows()
      if (!(await begin(name))) return null
      return (await this.list()).find(state => state.name === name) ?? null
    },
    async stop() {
      stopping.abort(new Error('the server stops'))
      clearTimeout(timer)
      const ended = Promise.resolve(looking).then(() => Promise.all(running.values()))
      await Promise.race([ended, Bun.sleep(stopMs)])
    },
  }
}

const byName = (rows: JobRowNow[]): Map<string, JobRowNow> => new Map(rows.map(row => [row.name, row]))
