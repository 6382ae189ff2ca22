import { z } from 'zod'
import { call } from '../call.ts'

/** The background jobs, in display order. */
export const JOB_NAMES = [
  'expired-sessions',
  'unpaid-orders',
  'unsettled-orders',
  'expired-codes',
  'expired-sign-ins',
  'old-notices',
  'message-mails',
  'old-messages',
  'old-periods',
  'ended-child-keys',
  'dissolved-teams',
  'team-budgets',
  'old-responses',
  'batches',
  'tasks',
  'refunds',
  'subscription-terms',
  'what-ifs',
  'imports',
  'price-lists',
  'log-clean-ups',
  'log-archive',
  'log-sums',
  'figure-sums',
  'channel-tests',
  'channel-recovery',
  'channel-balances',
  'books-proof',
  'database-size',
  'alerts',
] as const
export type JobName = (typeof JOB_NAMES)[number]

/** A job, its schedule and its last run. Times are unix seconds of the database's clock. */
const jobState = z.object({
  name: z.enum(JOB_NAMES),
  /** 0: only on request. */
  interval_seconds: z.number().int(),
  /** `interrupted`: the process stopped or died during the run; the job is due again. */
  state: z.enum(['never_run', 'running', 'succeeded', 'failed', 'interrupted']),
  /** 0: never. */
  started_at: z.number().int(),
  /** End of the last complete run; 0: none yet. */
  finished_at: z.number().int(),
  /** The earliest time of the next run. */
  due_at: z.number().int(),
  /** How many items the last complete run handled. */
  handled: z.number().int(),
  /** Why the last run failed; empty if it did not. */
  error: z.string(),
  /** The total on all nodes. */
  runs: z.number().int(),
})
export type JobState = z.infer<typeof jobState>

/** A run of a job that has ended. */
const jobRun = z.object({
  id: z.number().int(),
  /** Unix seconds of the database's clock. */
  started_at: z.number().int(),
  took_ms: z.number().int(),
  /** `interrupted`: the process stopped during the run. */
  result: z.enum(['succeeded', 'failed', 'interrupted']),
  /** How many items it handled. */
  handled: z.number().int(),
  /** Why it failed, without secrets and hosts; empty if it did not. */
  error: z.string(),
  /** Host and port of the node that ran it. */
  server: z.string(),
  /** The number of the worker there. */
  worker: z.number().int(),
})
export type JobRun = z.infer<typeof jobRun>

export const jobs = {
  list: call({
    method: 'GET',
    path: '/api/jobs',
    access: 'admin',
    right: 'jobs',
    summary: 'Every background job with its schedule and its last run',
    reply: z.array(jobState),
  }),

  runs: call({
    method: 'GET',
    path: '/api/jobs/{name}/runs',
    access: 'admin',
    right: 'jobs',
    summary: 'The last 50 runs of a background job, and its last 10 that failed, newest first',
    params: z.object({ name: z.enum(JOB_NAMES) }),
    reply: z.array(jobRun),
  }),

  run: call({
    method: 'POST',
    path: '/api/jobs/{name}/run',
    access: 'root',
    summary: 'Starts a background job now, and does not wait for its end; refused while it runs',
    params: z.object({ name: z.enum(JOB_NAMES) }),
    reply: jobState,
  }),
}
