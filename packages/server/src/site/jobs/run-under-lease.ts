import type { Logger } from 'pino'
import type { Job } from './job.ts'
import { runMessage } from './run-message.ts'
import type { JobStore, Run, RunPlace } from './store.ts'

interface Deps {
  store: JobStore
  log: Logger
  place: RunPlace
  leaseSeconds: number
  /** Aborted when the process stops. */
  stopping: AbortSignal
}

const RENEWALS_PER_LEASE = 4
/** The most that the database's whole seconds may shorten a lease. */
const ROUNDING_SECONDS = 1

/**
 * Completes a claimed run. Renews its lease meanwhile; if that fails for too long, aborts the run before another may
 * start. Never throws.
 * @param claimedAt when the lease was requested, on the monotonic clock
 */
export async function runUnderLease(job: Job, run: Run, claimedAt: number, deps: Deps): Promise<void> {
  const { store, log, place, stopping } = deps
  const lease = keepLease(run, claimedAt, deps)
  const ended = () => ({ tookMs: Math.round(performance.now() - claimedAt), ...place })
  try {
    const outcome = await outcomeOf(job, AbortSignal.any([stopping, lease.lost]))
    lease.stop()
    if ('handled' in outcome) {
      log.debug({ job: run.name, handled: outcome.handled }, 'a job has ended')
      await store.finish(run, outcome, ended())
    } else if (lease.lost.aborted) log.error({ job: run.name }, 'a job lost its lease and was aborted')
    else if (stopping.aborted) await store.giveBack(run, ended())
    else {
      log.error({ job: run.name, err: outcome.error }, 'a job failed')
      await store.finish(run, { error: runMessage(outcome.error) }, ended())
    }
  } catch (error) {
    log.error({ job: run.name, err: error }, 'a job’s result could not be written; it will run again')
  }
}

async function outcomeOf(job: Job, signal: AbortSignal): Promise<{ handled: number } | { error: unknown }> {
  try {
    return { handled: await job.run(signal) }
  } catch (error) {
    return { error }
  }
}

function keepLease(run: Run, claimedAt: number, { store, leaseSeconds, stopping }: Deps) {
  const lost = new AbortController()
  const renewalMs = (leaseSeconds * 1000) / RENEWALS_PER_LEASE
  const endOf = (askedAt: number) => askedAt + (leaseSeconds - ROUNDING_SECONDS) * 1000
  const lose = () => lost.abort(new Error('the lease was lost'))
  let endsAt = endOf(claimedAt)

  const timer = setInterval(() => {
    if (stopping.aborted) return
    const askedAt = performance.now()
    // The next renewal would come too late.
    if (askedAt + renewalMs >= endsAt) return lose()
    store.renew(run, leaseSeconds).then(
      isOurs => {
        if (isOurs) endsAt = endOf(askedAt)
        else lose()
      },
      // The database is away: renewal is retried until the lease ends.
      () => undefined,
    )
  }, renewalMs)
  timer.unref()
  return { lost: lost.signal, stop: () => clearInterval(timer) }
}
