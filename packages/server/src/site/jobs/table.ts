import type { JobName } from '@tollgate/contract'
import { removeOldPeriods } from '../../money/ledger/index.ts'
import { settleCards } from '../../money/payment/settle-cards.ts'
import { settleUnreported } from '../../money/payment/settle-order.ts'
import { settleTerms } from '../../money/plans/renew.ts'
import { runRefunds } from '../../money/refunds/run-batches.ts'
import { removeUnpaidOrders } from '../../money/wallet/store.ts'
import { runWhatIfs } from '../../money/what-if/run-what-ifs.ts'
import { removeExpiredStates } from '../../people/identities/store.ts'
import { removeOldNotices } from '../../people/notifications/store.ts'
import { removeExpiredChallenges } from '../../people/passkeys/challenges.ts'
import { removeExpiredCodes } from '../../people/registration/email-codes.ts'
import { tellOfBudgets } from '../../people/teams/budget-notices.ts'
import { returnOfDissolved } from '../../people/teams/wallet.ts'
import { returnEndedSlices } from '../../people/tokens/children/end-branch.ts'
import { sendMails } from '../../people/user-messages/send-mails.ts'
import { removeOldMessages } from '../../people/user-messages/store.ts'
import { removeExpiredSessions } from '../../platform/sessions/store.ts'
import { removeExpiredTickets } from '../../platform/sessions/tickets.ts'
import { archiveAndDelete } from '../../records/archive/archive-and-delete.ts'
import { archivesByAge, askByAge } from '../../records/archive/ask-by-age.ts'
import { figureSumsJob } from '../../records/dashboard/sums/roll-up.ts'
import { runCleanUps } from '../../records/logs/clean-up.ts'
import { logSumsJob } from '../../records/logs/sums/roll-up.ts'
import { pollBatches } from '../../stateful/batches/poll.ts'
import { removeExpired } from '../../stateful/responses/store/store.ts'
import type { StatefulDeps } from '../../stateful/stateful-deps.ts'
import { pollTasks } from '../../stateful/tasks/poll.ts'
import { makePollBackOff } from '../../stateful/tasks/poll-back-off.ts'
import { checkAlerts } from '../alerts/check-alerts.ts'
import { proveBooks } from '../alerts/prove-books.ts'
import type { SiteContext } from '../context.ts'
import { readAllAgain } from '../price-lists/read-again.ts'
import { noteDatabaseSize } from '../system/database-size.ts'
import { redisState } from '../system/redis-info.ts'
import { noteStorageSizes } from '../system/storage-sizes.ts'
import { inBatches, type Job, ONLY_BY_HAND } from './job.ts'

/** The interval while any task is open. */
const TASK_SECONDS = 15
const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

/** The services that jobs may use. */
export interface JobContext extends Omit<SiteContext, 'jobs' | 'system'> {
  relay: StatefulDeps
  /** Does the work that imports from other gateways wait for, and returns the number of rows. */
  runImports: Job['run']
  /** What Redis tells of itself; null: there is none. */
  redisInfo(): Promise<string> | null
}

/**
 * Every background job, one per line: how often it runs, and its work. The console has its name and explanation in
 * `phrases`.
 */
export function jobTable(context: JobContext): Record<JobName, Job> {
  const { db, now, options, relay, channelTests, channelBalances } = context
  const taskBackOff = makePollBackOff()
  return {
    'expired-sessions': { everySeconds: HOUR, run: inBatches(limit => removeExpiredSessions(db, now(), limit)) },
    'unpaid-orders': { everySeconds: DAY, run: inBatches(limit => removeUnpaidOrders(db, now(), limit)) },
    'unsettled-orders': {
      everySeconds: MINUTE,
      run: async signal => (await settleUnreported(context, signal)) + (await settleCards(context, signal)),
    },
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
    'message-mails': { everySeconds: MINUTE, run: signal => sendMails(context, signal) },
    'old-messages': { everySeconds: DAY, run: inBatches(limit => removeOldMessages(db, now(), limit)) },
    'old-periods': { everySeconds: DAY, run: inBatches(limit => removeOldPeriods(db, now(), limit)) },
    'ended-child-keys': { everySeconds: MINUTE, run: () => returnEndedSlices(context) },
    'dissolved-teams': { everySeconds: MINUTE, run: () => returnOfDissolved(context) },
    'team-budgets': { everySeconds: MINUTE, run: signal => tellOfBudgets(context, signal) },
    'subscription-terms': {
      everySeconds: MINUTE,
      run: signal => settleTerms(context, signal, ended => context.notifications.planEnded(ended)),
    },
    refunds: { everySeconds: MINUTE, run: signal => runRefunds(context, signal) },
    imports: { everySeconds: MINUTE, run: signal => context.runImports(signal) },
    'what-ifs': { everySeconds: MINUTE, run: signal => runWhatIfs(context, signal) },
    'price-lists': {
      get everySeconds() {
        return options.get('price_list_setting.every_hours') * HOUR
      },
      run: signal => readAllAgain(context, signal),
    },
    'log-clean-ups': {
      everySeconds: MINUTE,
      run: signal => runCleanUps({ db, now, removeSome: before => archiveAndDelete(context, before, signal) }, signal),
    },
    'log-archive': {
      get everySeconds() {
        return archivesByAge(context) ? HOUR : ONLY_BY_HAND
      },
      run: () => askByAge(context),
    },
    'log-sums': logSumsJob(db),
    'figure-sums': figureSumsJob(db, now),
    batches: { everySeconds: MINUTE, run: signal => pollBatches(relay, signal) },
    tasks: {
      get everySeconds() {
        return relay.tasks.mayBeOpen ? TASK_SECONDS : MINUTE
      },
      run: signal => pollTasks(relay, taskBackOff, signal),
    },
    'channel-tests': {
      get everySeconds() {
        const isWanted = options.get('monitor_setting.auto_test_channel_enabled')
        return isWanted ? options.get('monitor_setting.auto_test_channel_minutes') * MINUTE : ONLY_BY_HAND
      },
      run: signal => channelTests.testAll(signal),
    },
    'channel-recovery': { everySeconds: MINUTE, run: signal => channelTests.recover(signal) },
    'channel-balances': {
      get everySeconds() {
        return options.get('monitor_setting.update_balance_minutes') * MINUTE
      },
      run: async signal => (await channelBalances.updateAll(signal)).updated,
    },
    'books-proof': { everySeconds: DAY, run: () => proveBooks(context) },
    'database-size': {
      everySeconds: HOUR,
      run: async () => {
        await noteStorageSizes(context, await redisState(context.redisInfo))
        return noteDatabaseSize(context)
      },
    },
    alerts: { everySeconds: MINUTE, run: signal => checkAlerts({ ...context, restsFor: restsFor(context) }, signal) },
    'old-responses': { everySeconds: HOUR, run: inBatches(limit => removeExpired(db, now(), limit)) },
  }
}

/** How many more milliseconds a channel rests; null: it does not. */
const restsFor =
  ({ relay }: JobContext) =>
  (channelId: number): number | null => {
    const now = performance.now()
    const breaker = relay.health
      .breakers(now, channelId)
      .find(({ model, restsUntil }) => model === null && restsUntil > 0)
    return breaker ? Math.max(0, breaker.restsUntil - now) : null
  }
