import { type AlertRule, CHANNEL_STATUS, LOG_TYPE, type SiteAlertRule } from '@tollgate/contract'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { Options } from '../../platform/options/index.ts'
import type { DatabaseKind, Db } from '../../platform/storage/db.ts'
import { loggedStatus } from '../../records/logs/logged-status.ts'
import { raisedPrices } from '../price-lists/raised-prices.ts'

/** A problem; `key` identifies it over time. */
export interface Condition {
  key: string
  rule: AlertRule
  values: Record<string, string | number>
}

export interface RuleContext {
  db: Db
  reports: Db
  databaseKind: DatabaseKind
  options: Options
  prices: PriceBook
  now(): number
  /** How many more milliseconds a channel rests after failures, 0 if it is about to be tried; null: it is healthy. */
  restsFor(channelId: number): number | null
  /** Whether this problem existed at the last check. */
  wasWrong(key: string): boolean
}

type Rule = (context: RuleContext) => Promise<Condition[]>

/** A shorter rest follows a few failures, which may mean little. */
const LONG_REST_MS = 20_000
/** If an upstream raises hundreds of prices at once, only the largest increases are reported. */
const MOST_RAISED = 10
/** Faults of requests, which say nothing about an upstream. */
const REQUEST_FAULTS = [400, 404, 405, 409, 413, 415, 422, 499]

/** Each rule returns the current problems; none if the operator does not want the alert. */
export const rules: Record<SiteAlertRule, Rule> = {
  async channel_down({ db, options, restsFor, wasWrong }) {
    if (!options.get('alert_setting.channel_down')) return []
    const channels = await db
      .selectFrom('channels')
      .select(['id', 'name', 'status'])
      .where('status', '!=', CHANNEL_STATUS.disabled)
      .execute()
    return channels.flatMap(({ id, name, status }): Condition[] => {
      const key = `channel_down:${id}`
      const rest = restsFor(id)
      // It is tried between two rests, and healthy once that succeeds.
      const isResting = rest !== null && (wasWrong(key) || rest > LONG_REST_MS)
      const isDown = status === CHANNEL_STATUS.autoDisabled || isResting
      return isDown ? [{ key, rule: 'channel_down', values: { id, name } }] : []
    })
  },

  async wallet_low({ db, options }) {
    const least = options.get('alert_setting.wallet_below')
    if (least === 0) return []
    const channels = await db
      .selectFrom('channels')
      .select(['id', 'name', 'balance'])
      .where('status', '=', CHANNEL_STATUS.enabled)
      .where('balance_updated_time', '>', 0)
      .where('balance', '<', least)
      .execute()
    return channels.map(({ id, name, balance }) => ({
      key: `wallet_low:${id}`,
      rule: 'wallet_low',
      values: { id, name, balance: balance.toFixed(2), least },
    }))
  },

  async error_rate(context) {
    const { options } = context
    const [percent, minutes, least] = [
      options.get('alert_setting.error_percent'),
      options.get('alert_setting.error_minutes'),
      options.get('alert_setting.error_least_calls'),
    ]
    // Without rows of successful calls, every call would seem to fail.
    if (percent === 0 || !options.get('LogConsumeEnabled')) return []
    const { all, failed } = await countCalls(context, minutes)
    if (all < least || failed * 100 < all * percent) return []
    const share = Math.round((failed * 100) / all)
    return [{ key: 'error_rate', rule: 'error_rate', values: { percent: share, failed, all, minutes } }]
  },

  async books_wrong({ db, options }) {
    if (!options.get('alert_setting.books')) return []
    const proof = await db
      .selectFrom('jobs')
      .select('handled')
      .where('name', '=', 'books-proof')
      .where('result', '=', 'succeeded')
      .where('handled', '>', 0)
      .executeTakeFirst()
    return proof ? [{ key: 'books_wrong', rule: 'books_wrong', values: { count: proof.handled } }] : []
  },

  async job_failed({ db, options }) {
    if (!options.get('alert_setting.jobs')) return []
    const failed = await db
      .selectFrom('jobs')
      .select(['name', 'error'])
      .where('result', '=', 'failed')
      .where('name', '!=', 'alerts')
      .execute()
    return failed.map(({ name, error }) => ({ key: `job_failed:${name}`, rule: 'job_failed', values: { name, error } }))
  },

  async price_raised({ db, options, prices }) {
    if (!options.get('alert_setting.prices')) return []
    const raised = await raisedPrices({ db, prices })
    return raised.slice(0, MOST_RAISED).map(({ listId, list, model, share, theirs, ours }) => ({
      key: `price_raised:${listId}:${model}`,
      rule: 'price_raised',
      values: { list, model, percent: Math.round(share * 1_000) / 10, theirs: tidy(theirs), ours: tidy(ours) },
    }))
  },
}

/** Recent calls that reached an upstream, and those that failed there. */
async function countCalls({ reports, databaseKind, now }: RuleContext, minutes: number) {
  const status = loggedStatus(databaseKind)
  const counts = await reports
    .selectFrom('logs')
    .select(({ fn }) => ['type', fn.countAll<number>().as('calls')])
    .where('created_at', '>=', now() - minutes * 60)
    .where('channel_id', '>', 0)
    .where('type', 'in', [LOG_TYPE.consume, LOG_TYPE.error])
    .where(({ or, eb }) => or([eb('type', '=', LOG_TYPE.consume), eb(status, 'not in', REQUEST_FAULTS)]))
    .groupBy('type')
    .execute()
  const of = (type: number) => Number(counts.find(row => row.type === type)?.calls ?? 0)
  const failed = of(LOG_TYPE.error)
  return { failed, all: failed + of(LOG_TYPE.consume) }
}

const tidy = (dollars: number): number => Number(dollars.toPrecision(6))
