import type { UsageWallet } from '@tollgate/contract'
import type { RecordsContext } from '../context.ts'
import { valuesOf } from '../logs/filters.ts'
import type { Scope } from '../logs/scope.ts'
import {
  balanceOf,
  channelsWithBalance,
  type FigureFilters,
  firstFigure,
  quotaByChannel,
  sumsOfRange,
  type UsageFilters,
} from './store.ts'
import { SLOT_SECONDS } from './usage-figures.ts'

const DAY_SECONDS = 86_400
const LOOKED_BACK = 7 * DAY_SECONDS
const MOST_UPSTREAMS = 50

/**
 * How long a balance lasts at the rate of the last seven days; for the whole site, also the channels' balances at their
 * providers.
 */
export async function readWallet(
  { reports, options, now }: Pick<RecordsContext, 'reports' | 'options' | 'now'>,
  who: Pick<UsageFilters, keyof Scope | 'username'>,
): Promise<UsageWallet> {
  const to = now() - (now() % SLOT_SECONDS) + SLOT_SECONDS
  const within = (from: number): FigureFilters => ({
    ...who,
    start_timestamp: from,
    end_timestamp: to - 1,
    model_name: '',
    token_id: 0,
  })
  const first = await firstFigure(reports, within(to - LOOKED_BACK))
  // A user who started an hour ago does not spend like this all day.
  const from = Math.min(first ?? to - LOOKED_BACK, to - DAY_SECONDS)
  const isOfAll = who.userId === undefined && valuesOf(who.username).length === 0
  const [{ balance, accounts }, { quota: spent }, upstreams] = await Promise.all([
    balanceOf(reports, who),
    sumsOfRange(reports, within(from)),
    isOfAll ? upstreamsOf() : [],
  ])
  const seconds = to - from
  return {
    from,
    to,
    balance,
    accounts,
    spent,
    per_day: Number((BigInt(spent) * BigInt(DAY_SECONDS)) / BigInt(seconds)),
    lasts_seconds: lasting(BigInt(balance), BigInt(spent), seconds),
    upstreams,
  }

  async function upstreamsOf(): Promise<UsageWallet['upstreams']> {
    const [channels, charged] = await Promise.all([channelsWithBalance(reports), quotaByChannel(reports, within(from))])
    return channels
      .map(({ id, name, balance: dollars, balance_updated_time }) => {
        const spent = charged.get(id) ?? 0
        const worth = BigInt(Math.max(0, Math.floor(dollars * options.get('QuotaPerUnit'))))
        const lasts_seconds = lasting(worth, BigInt(spent), to - from)
        return { id, name, dollars, asked_at: balance_updated_time, spent, lasts_seconds }
      })
      .sort((one, other) => (one.lasts_seconds ?? FOREVER) - (other.lasts_seconds ?? FOREVER) || one.id - other.id)
      .slice(0, MOST_UPSTREAMS)
  }
}

const FOREVER = Number.MAX_SAFE_INTEGER

function lasting(balance: bigint, spent: bigint, seconds: number): number | null {
  if (spent <= 0n) return null
  const lasts = ((balance > 0n ? balance : 0n) * BigInt(seconds)) / spent
  return lasts > BigInt(FOREVER) ? FOREVER : Number(lasts)
}
