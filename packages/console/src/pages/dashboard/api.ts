import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  calls,
  type Flow,
  type Latency,
  type ScopedSubject,
  splitList,
  TIME_UNITS,
  type TimeUnit,
  type UnusualHours,
  type Usage,
  type UsageDays,
  type UsageShares,
  type UsageSubject,
  type UsageWallet,
} from '@tollgate/contract'
import type { Filters } from '../../components/data-table/index.ts'
import { send } from '../../lib/call.ts'
import { isRowId } from '../../lib/row-id.ts'
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
  'group',
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
  const { username, group, model_name, channel } = filters
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    group,
    model_name,
    time_zone,
    ...(isOfAll ? { username, channel: splitList(channel).filter(isRowId).join(',') } : scope),
  }
}

export function useDays(list: DashboardFilters, view: View): UseQueryResult<UsageDays> {
  const { data_export_interval } = useStatus()
  return useQuery({
    queryKey: ['dashboard', 'days', view.isOfAll, ownTime(list, view)],
    queryFn: () => askForDays(list, view),
    placeholderData: keepPreviousData,
    refetchInterval: data_export_interval * MINUTE_MS,
  })
}

export function askForDays(list: DashboardFilters, view: View): Promise<UsageDays> {
  const query = ownTime(list, view)
  return view.isOfAll ? send(calls.dashboard.days, { query }) : send(calls.dashboard.daysSelf, { query })
}

export function useWallet(list: DashboardFilters, view: View): UseQueryResult<UsageWallet> {
  const { data_export_interval } = useStatus()
  return useQuery({
    queryKey: ['dashboard', 'wallet', view.isOfAll, view.isOfAll ? list.filters.username : view.scope],
    queryFn: () => askForWallet(list, view),
    placeholderData: keepPreviousData,
    refetchInterval: data_export_interval * MINUTE_MS,
  })
}

export const askForWallet = (
  { filters: { username } }: DashboardFilters,
  { isOfAll, scope }: View,
): Promise<UsageWallet> =>
  isOfAll ? send(calls.dashboard.wallet, { query: { username } }) : send(calls.dashboard.walletSelf, { query: scope })

export const useUnusual = (list: DashboardFilters, view: View): UseQueryResult<UnusualHours> =>
  useFigures('unusual', list, view, query => askForUnusual(query, view))

export const askForUnusual = (query: Query, { isOfAll }: View): Promise<UnusualHours> =>
  isOfAll ? send(calls.dashboard.unusual, { query }) : send(calls.dashboard.unusualSelf, { query })

/** What everybody's usage is divided by; the panels offer each scope only its own subjects. */
type SiteSubject = Exclude<UsageSubject, 'member' | 'project'>

export interface Query {
  unit: TimeUnit
  time_zone: string
  group: string
  model_name: string
  start_timestamp: number
  end_timestamp: number
  username?: string
  channel?: string
  team_id?: string
  member_id?: string
  project_id?: string
}

export const useUsage = (list: DashboardFilters, view: View): UseQueryResult<Usage> =>
  useFigures('usage', list, view, query =>
    view.isOfAll ? send(calls.dashboard.usage, { query }) : send(calls.dashboard.usageSelf, { query }),
  )

export const useShares = (list: DashboardFilters, view: View, by: UsageSubject): UseQueryResult<UsageShares> =>
  useFigures(`shares by ${by}`, list, view, query => askForShares(query, view, by))

export const askForShares = (query: Query, { isOfAll }: View, by: UsageSubject): Promise<UsageShares> =>
  isOfAll
    ? send(calls.dashboard.shares, { query: { ...query, by: by as SiteSubject } })
    : send(calls.dashboard.sharesSelf, { query: { ...query, by: by as ScopedSubject } })

export const useFlow = (list: DashboardFilters, view: View): UseQueryResult<Flow> =>
  useFigures('flow', list, view, query => askForFlow(query, view))

export const askForFlow = (query: Query, { isOfAll }: View): Promise<Flow> =>
  isOfAll ? send(calls.dashboard.flow, { query }) : send(calls.dashboard.flowSelf, { query })

export const useLatency = (list: DashboardFilters, view: View): UseQueryResult<Latency> =>
  useFigures('latency', list, view, query => askForLatency(query, view))

export const askForLatency = (query: Query, { isOfAll }: View): Promise<Latency> =>
  isOfAll ? send(calls.dashboard.latency, { query }) : send(calls.dashboard.latencySelf, { query })

/** The query of the figures shown, with the same time. */
export const shownQuery = (list: DashboardFilters, view: View, { from, to }: Pick<Usage, 'from' | 'to'>): Query => ({
  ...ownTime(list, view),
  unit: view.unit,
  start_timestamp: from,
  end_timestamp: to - 1,
})
