import type { JobName } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import { removeExpiredStates } from '../identities/store.ts'
import { removeOldNotices } from '../notifications/store.ts'
import { removeExpiredChallenges } from '../passkeys/challenges.ts'
import { removeExpiredCodes } from '../registration/email-codes.ts'
import { pollBatches } from '../relay/batches/poll.ts'
import type { RelayDeps } from '../relay/relay-deps.ts'
import { removeExpired } from '../responses/store.ts'
import { removeExpiredSessions } from '../sessions/store.ts'
import { removeExpiredTickets } from '../sessions/tickets.ts'
import { removeUnpaidOrders } from '../wallet/store.ts'
import { inBatches } from './in-batches.ts'
import type { Job } from './job.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

/** What jobs may work with. */
export interface JobContext extends Omit<AppContext, 'jobs'> {
  relay: RelayDeps
}

/** Every background job, a line each: how often it runs, and what does it. The console has its name and explanation in `phrases`. */
export const jobTable = ({ db, now, relay }: JobContext): Record<JobName, Job> => ({
  'expired-sessions': { everySeconds: HOUR, run: inBatches(limit => removeExpiredSessions(db, now(), limit)) },
  'unpaid-orders': { everySeconds: DAY, run: inBatches(limit => removeUnpaidOrders(db, now(), limit)) },
  'expired-codes': { everySeconds: HOUR, run: inBatches(limit => removeExpiredCodes(db, now(), limit)) },
  'expired-sign-ins': {
    everySeconds: HOUR,
    run: inBatches(
      async limit =>
        (await removeExpiredTickets(db, now(), limit)) +
        (await removeExpiredChallenges(db, now(), limit)) +
        (await removeExpiredStates(db, now(), limit)),
    ),
  },
  'old-notices': { everySeconds: DAY, run: inBatches(limit => removeOldNotices(db, now(), limit)) },
  batches: { everySeconds: MINUTE, run: signal => pollBatches(relay, signal) },
  'old-responses': { everySeconds: HOUR, run: inBatches(limit => removeExpired(db, now(), limit)) },
})
