import { LOG_TYPE, type LogOther } from '@tollgate/contract'
import type { Logger } from 'pino'
import { DatabaseUnavailable, type Ledger, type Settlement } from '../../money/ledger/index.ts'

interface Deps {
  ledger: Pick<Ledger, 'settle' | 'record'>
  log: Logger
}

/** Each try waits half a minute for the database, so all take about a day. */
const MOST_TRIES = 2_880
const PAUSE_MS = 1_000

/**
 * Charges a delivered response whose settlement failed, as soon as the ledger can, and never twice: the ledger knows the call by
 * its id. If it cannot be charged at all, a log row gets the amount.
 */
export async function settleLate(due: Settlement, { ledger, log }: Deps): Promise<void> {
  const late = { ...due, isLate: true, log: withOther(due.log, { settled_late: true }) }
  const facts = { requestId: due.log.request_id, userId: due.log.user_id, quota: due.quota }
  for (let tries = 1; ; tries++) {
    try {
      const { quota } = await ledger.settle(late)
      return log.warn({ ...facts, charged: quota }, 'an answer was charged late')
    } catch (error) {
      if (error instanceof DatabaseUnavailable && tries < MOST_TRIES) {
        await pause()
        continue
      }
      log.error({ ...facts, err: error }, 'a delivered answer was never charged')
      return ledger.record(lostRow(due))
    }
  }
}

/** Does not keep the process alive. */
const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve, PAUSE_MS).unref())

function lostRow({ log, quota }: Settlement): Settlement['log'] {
  const lost: LogOther = { error_code: 'not_settled', uncollected: quota }
  return { ...withOther(log, lost), type: LOG_TYPE.error, quota: 0, error_code: 'not_settled' }
}

const withOther = (log: Settlement['log'], more: LogOther): Settlement['log'] => ({
  ...log,
  other: JSON.stringify({ ...JSON.parse(log.other ?? '{}'), ...more }),
})
