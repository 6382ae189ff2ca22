import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  calls,
  type Flow,
  type Latency,
  type ScopedSubject,
  TIME_UNITS,
  type TimeUnit,
  type UnusualHours,
  type Usage,
  type UsageDays,
  type UsageShares,
  type UsageSubject,
  type UsageWallet,
} from '@tollgate/contract'
import { isChannelId } from '../../components/channel-filter.tsx'
import type { Filters } from '../../components/data-table/index.ts'
import { send } from '../../lib/call.ts'
import { SCOPE_FILTERS, type ScopeFilters, scopeOf } from '../../lib/scope.ts'
import { useStatus } from '../../session/status.tsx'
import { useMay } from '../../session/user.ts'
import { fits, PERIODS, type Period, rangeOf, UNIT_OF, within } from './period.ts'

export const DASHBOARD_FILTERS = [
  'last',
  'start_timestamp',
  'end_timestamp',
  'unit',
  'scope',
  'username',
  'model_name',
  'channel',
  ...SCOPE_FILTERS,
] as const
export type DashboardFilters = Filters<(typeof DASHBOARD_FILTERS)[number]>

const MINUTE_MS = 60_000

/** The chosen view, corrected if the address is invalid. */
export interface View {
  unit: TimeUnit
  /** null: explicit from and until. */
  period: Period | null
  from: number
  to: number
  /** Everybody's calls, for administrators only. */
  isOfAll: boolean
  /** A team's calls. */
  scope: ScopeFilters
}

/** The period each unit shows by default. */
const FIRST_PERIOD: Record<TimeUnit, Period> = { hour: '3', day: '30', week: '90' }

export function useView({ filters }: DashboardFilters): View {
  const isAdmin = useMay('logs')
  const { data_export_default_time } = useStatus()
  const asked = PERIODS.find(period => period === filters.last)
  const unit = TIME_UNITS.find(unit => unit === filters.unit) ?? (asked && UNIT_OF[asked]) ?? data_export_default_time
  const [start, end] = [Number(filters.start_timestamp), Number(filters.end_timestamp)]
  const scope = scopeOf(filters)
  const isOwn = start > 0 && end > start
  const period = isOwn ? null : asked && fits(asked, unit) ? asked : FIRST_PERIOD[unit]
  return {
    unit,
    period,
    ...(period ? rangeOf(period, unit) : within({ from: start, to: end }, unit)),
    isOfAll: isAdmin && filters.scope !== 'mine' && scope.team_id === '',
    scope,
  }
}

/** Refreshed at the interval the operator sets. */
function useFigures<Figures>(
  name: string,
  list: DashboardFilters,
  view: View,
  ask: (query: Query) => Promise<Figures>,
) {
  const { data_export_interval } = useStatus()
  const { unit, period, isOfAll } = view
  const chosen = { unit, ...ownTime(list, view) }
  const range = period ?? { from: view.from, to: view.to }
  return useQuery({
    queryKey: ['dashboard', name, isOfAll, chosen, range],
    queryFn: () => {
      const { from, to } = period ? rangeOf(period, unit) : view
      return ask({ ...chosen, start_timestamp: from, end_timestamp: to })
    },
    placeholderData: keepPreviousData,
    refetchInterval: data_export_interval * MINUTE_MS,
  })
}

/** Filters for figures that have a fixed time range. */
function ownTime({ filters }: DashboardFilters, { isOfAll, scope }: View) {
  const { username, model_name, channel } = filters
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    model_name,
    time_zone,
    ...(isOfAll ? { username, channel: isChannelId(channel) ? Number(channel) : 0 } : scope),
  }
}

export function useDays(list: DashboardFilters, view: View): UseQueryResult<UsageDays> {
  const { data_export_interval } = useStatus()
  const query = ownTime(list, view)
  return useQuery({
    queryKey: ['dashboard', 'days', view.isOfAll, query],
    queryFn: () => (view.isOfAll ? send(calls.dashboard.days, { query }) : send(calls.dashboard.daysSelf, { query })),
    placeholderData: keepPreviousData,
    refetchInterval: data_export_interval * MINUTE_MS,
  })
}

export function useWallet(
  { filters: { username } }: DashboardFilters,
  { isOfAll, scope }: View,
): UseQueryResult<UsageWallet> {
  const { data_export_interval } = useStatus()
  return useQuery({
    queryKey: ['dashboard', 'wallet', isOfAll, isOfAll ? username : scope],
    queryFn: () =>
      isOfAll
        ? send(calls.dashboard.wallet, { query: { username } })
        : send(calls.dashboard.walletSelf, { query: scope }),
    placeholderData: keepPreviousData,
    refetchInterval: data_export_interval * MINUTE_MS,
  })
}

export const useUnusual = (list: DashboardFilters, view: View): UseQueryResult<UnusualHours> =>
  useFigures('unusual', list, view, query =>
    view.isOfAll ? send(calls.dashboard.unusual, { query }) : send(calls.dashboard.unusualSelf, { query }),
  )

/** What everybody's usage is divided by; the panels offer each scope only its own subjects. */
type SiteSubject = Exclude<UsageSubject, 'member' | 'project'>

interface Query {
  unit: TimeUnit
  time_zone: string
  model_name: string
  start_timestamp: number
  end_timestamp: number
  username?: string
  channel?: number
  team_id?: string
  member_id?: string
  project_id?: string
}

export const useUsage = (list: DashboardFilters, view: View): UseQueryResult<Usage> =>
  useFigures('usage', list, view, query =>
    view.isOfAll ? send(calls.dashboard.usage, { query }) : send(calls.dashboard.usageSelf, { query }),
  )

export const useShares = (list: DashboardFilters, view: View, by: UsageSubject): UseQueryResult<UsageShares> =>
  useFigures(`shares by ${by}`, list, view, query =>
    view.isOfAll
      ? send(calls.dashboard.shares, { query: { ...query, by: by as SiteSubject } })
      : send(calls.dashboard.sharesSelf, { query: { ...query, by: by as ScopedSubject } }),
  )

/** Uses the same time as the figures shown. */
export const askForShares = (
  list: DashboardFilters,
  view: View,
  by: UsageSubject,
  { from, to }: Pick<Usage, 'from' | 'to'>,
): Promise<UsageShares> => {
  const query = { ...ownTime(list, view), unit: view.unit, start_timestamp: from, end_timestamp: to - 1 }
  return view.isOfAll
    ? send(calls.dashboard.shares, { query: { ...query, by: by as SiteSubject } })
    : send(calls.dashboard.sharesSelf, { query: { ...query, by: by as ScopedSubject } })
}

export const useFlow = (list: DashboardFilters, view: View): UseQueryResult<Flow> =>
  useFigures('flow', list, view, query =>
    view.isOfAll ? send(calls.dashboard.flow, { query }) : send(calls.dashboard.flowSelf, { query }),
  )

export const useLatency = (list: DashboardFilters, view: View): UseQueryResult<Latency> =>
  useFigures('latency', list, view, query =>
    view.isOfAll ? send(calls.dashboard.latency, { query }) : send(calls.dashboard.latencySelf, { query }),
  )
