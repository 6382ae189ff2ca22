import type { JobState } from '@tollgate/contract'
import type { Breaker } from '@tollgate/gateway'
import type { Metric } from 'prom-client'
import type { Db } from '../storage/db.ts'
import { family, type Sample } from './family.ts'

interface Deps {
  db: Db
  jobs: { list(): Promise<JobState[]> }
  /** Channels and models that failed and have not answered since. */
  breakers(now: number): Breaker[]
}

/** An upstream with thousands of failing models must not produce as many lines. */
const MOST_BREAKERS = 1_000
const STATUS_WORDS: Record<number, string> = { 1: 'enabled', 2: 'disabled', 3: 'auto_disabled' }

/** The state shared by all nodes, as the queried node knows it. Left out while the database is away. */
export function siteFamilies({ db, jobs, breakers }: Deps): Metric[] {
  const gauge = (name: string, help: string, read: () => Promise<Sample[]>) =>
    family({ name, help, type: 'gauge' }, () => read().catch(() => []))
  const channels = () => db.selectFrom('channels').select(['id', 'status', 'balance']).orderBy('id').execute()
  const jobSamples = async (value: (job: JobState) => number) =>
    (await jobs.list()).map(job => ({ labels: { job: job.name }, value: value(job) }))
  return [
    gauge('tollgate_channel_enabled', 'Whether a channel is in use: 1, or 0 with what switched it off', async () =>
      (await channels()).map(({ id, status }) => ({
        labels: { channel: String(id), status: STATUS_WORDS[status] ?? String(status) },
        value: Number(status === 1),
      })),
    ),
    gauge(
      'tollgate_channel_resting',
      'Channels, or models there, that failed and are left alone for a while',
      async () => {
        const now = performance.now()
        return breakers(now)
          .filter(({ restsUntil }) => restsUntil > now)
          .slice(0, MOST_BREAKERS)
          .map(({ channelId, model }) => ({ labels: { channel: String(channelId), model: model ?? '' }, value: 1 }))
      },
    ),
    gauge('tollgate_channel_balance_dollars', 'The balance at the upstream, as of the last query', async () =>
      (await channels()).map(({ id, balance }) => ({ labels: { channel: String(id) }, value: balance })),
    ),
    gauge('tollgate_job_failed', 'Whether the last run of a background job failed', () =>
      jobSamples(({ state }) => Number(state === 'failed')),
    ),
    gauge('tollgate_job_last_end_timestamp_seconds', 'When a background job last ended', () =>
      jobSamples(({ finished_at }) => finished_at),
    ),
  ]
}
