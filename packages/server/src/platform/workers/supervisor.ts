import type { Logger } from 'pino'
import { type LocalCounts, localCounts } from '../counts/local-counts.ts'
import { type Environment, StartError } from '../process/environment.ts'
import type { SqliteService } from '../storage/sqlite/service.ts'
import type { Link } from './link.ts'
import { makeRestartPause, type RestartPause } from './restart-pause.ts'
import { passSnapshotsOn, takeSnapshots } from './siblings.ts'
import { hostSqlite } from './sqlite-host.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

/** The workers of a server. */
export interface Workers {
  /** Resolves when every worker has ended: by itself, or killed after the time limit. */
  stop(limitMs: number, hurry?: AbortSignal): Promise<void>
  /** The number of sockets they listen on. */
  listeners(): number
  /**
   * Makes the workers leave the port to this many other listeners, one after another. Restarts no worker from now on.
   */
  stepAside(next: number): Promise<void>
  /** Call this when nobody else listens on the port any more. */
  spread(): void
  /** Resolves when every worker has ended with its last connection. */
  finish(): Promise<void>
}

export interface WorkersNeed {
  port: number
  /** When the server started, in Unix seconds. */
  since: number
  /** The number of sockets each listens on. */
  listeners: number
  /** null if each worker opens PostgreSQL itself. */
  sqlite: SqliteService | undefined
  log: Logger
  /** Starts a worker. Default: this program again. */
  startProcess?: typeof startWorkerProcess
}

/** How often a worker may end before it has ever served; then the server gives up. */
const MOST_FAILED_STARTS = 3

/**
 * Starts the workers and restarts any that dies. Resolves when all serve.
 * @throws StartError if a worker cannot start
 */
export async function startWorkers(count: Environment['WORKERS'], need: WorkersNeed): Promise<Workers> {
  const running = new Set<WorkerProcess>()
  const serving = new Set<WorkerProcess>()
  const counts = localCounts(() => performance.now())
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const allServe = Promise.withResolvers<void>()
  let hasStarted = false
  let isStopping = false
  let failedStarts = 0
  let stopped: PromiseWithResolvers<void> | null = null

  function start(pause: RestartPause, slot: number): void {
    const { port, since, listeners, startProcess = startWorkerProcess } = need
    const worker = startProcess({ port, since, slot, listeners })
    const { link } = worker
    const leaveSqlite = need.sqlite && hostSqlite(need.sqlite, link)
    const leaveCounts = hostCounts(counts, String(worker.pid), link)
    let reason: string | null = null
    running.add(worker)
    link.on('bus', message => {
      for (const other of running) if (other !== worker) other.link.send('bus', message)
    })
    takeSnapshots(link)
    passSnapshotsOn(link, () => [...serving].filter(other => other !== worker).map(other => other.link))
    link.on('ready', () => {
      serving.add(worker)
      if (hasStarted) need.log.info({ worker: worker.pid }, 'a worker was restarted')
      else if (serving.size === count) allServe.resolve()
    })
    link.on('failed', sentence => {
      reason = sentence
      worker.kill()
    })
    worker.ended.then(how => {
      running.delete(worker)
      serving.delete(worker)
      leaveSqlite?.()
      leaveCounts()
      if (isStopping) {
        if (running.size === 0) stopped?.resolve()
        return
      }
      if (!hasStarted) {
        if (reason !== null) return allServe.reject(new StartError(reason))
        if (++failedStarts >= MOST_FAILED_STARTS)
          return allServe.reject(new StartError(`A worker process ended ${how} before it could serve, several times.`))
      }
      const waitMs = pause.afterDeath(performance.now() - worker.startedAt)
      need.log.error({ worker: worker.pid, reason }, `a worker ended ${how} and will be restarted in ${waitMs} ms`)
      const timer = setTimeout(() => {
        timers.delete(timer)
        start(pause, slot)
      }, waitMs)
      timers.add(timer)
    })
  }

  function startNoMore(): void {
    isStopping = true
    for (const timer of timers) clearTimeout(timer)
  }

  function untilAllEnded(): Promise<void> {
    stopped ??= Promise.withResolvers<void>()
    if (running.size === 0) stopped.resolve()
    return stopped.promise
  }

  async function stop(limitMs: number, hurry?: AbortSignal): Promise<void> {
    startNoMore()
    if (running.size === 0) return
    const tell = (kind: 'stop' | 'hurry') => {
      for (const worker of running) worker.link.send(kind, null)
    }
    tell('stop')
    hurry?.addEventListener('abort', () => tell('hurry'), { once: true })
    const lastResort = setTimeout(() => {
      for (const worker of running) worker.kill()
    }, limitMs)
    await untilAllEnded()
    clearTimeout(lastResort)
  }

  async function stepAside(next: number): Promise<void> {
    startNoMore()
    const old = running.size * need.listeners
    let closed = 0
    for (const worker of [...running]) {
      const aside = new Promise<void>(resolve => worker.link.on('aside', () => resolve()))
      worker.link.send('stepAside', { old, next, closed })
      await Promise.race([aside, worker.ended])
      closed += need.listeners
    }
  }

  function finish(): Promise<void> {
    for (const worker of running) worker.link.send('finish', null)
    return untilAllEnded()
  }

  for (let index = 0; index < count; index++) start(makeRestartPause(), index)
  try {
    await allServe.promise
  } catch (error) {
    await stop(0)
    throw error
  }
  hasStarted = true
  return {
    stop,
    listeners: () => serving.size * need.listeners,
    stepAside,
    spread: () => void [...serving][0]?.link.send('spread', null),
    finish,
  }
}

/**
 * Keeps counts for one worker, together with the others. Returns a function to call when the worker is gone, which
 * removes its running calls.
 */
function hostCounts(counts: LocalCounts, node: string, link: Link): () => void {
  const own = counts.of(node)
  link.on('count', ({ id, counts }) => link.send('counted', { id, counted: own.take(counts) }))
  link.on('correct', ({ count, slot, change }) => own.correct(count, slot, change))
  return () => counts.drop(node)
}
