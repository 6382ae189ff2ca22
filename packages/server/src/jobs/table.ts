import type { JobName } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import { removeOldNotices } from '../notifications/store.ts'
import type { RelayDeps } from '../relay/relay-deps.ts'
import { removeExpiredSessions } from '../sessions/store.ts'
import { removeUnpaidOrders } from '../wallet/store.ts'
import { inBatches } from './in-batches.ts'
import type { Job } from './job.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** What jobs may work with. */
export interface JobContext extends Omit<AppContext, 'jobs'> {
  relay: RelayDeps
}

/** Every background job, a line each: how often it runs, and what does it. The console has its name and explanation in `phrases`. */
export const jobTable = ({ db, now }: JobContext): Record<JobName, Job> => ({
  'expired-sessions': { everySeconds: HOUR, run: inBatches(limit => removeExpiredSessions(db, now(), limit)) },
  'unpaid-orders': { everySeconds: DAY, run: inBatches(limit => removeUnpaidOrders(db, now(), limit)) },
  'old-notices': { everySeconds: DAY, run: inBatches(limit => removeOldNotices(db, now(), limit)) },
})
