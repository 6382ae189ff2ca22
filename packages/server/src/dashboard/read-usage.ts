import type { Usage } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import { logStat } from '../logs/stat.ts'
import { failuresByCause, rangeOf, sumsByTime, sumsOfRange, type UsageFilters } from './store.ts'
import { timeUnits } from './time-units.ts'

/** As many of each measure have a name of their own. */
const NAMED_MODELS = 50
const MOST_CAUSES = 100
const MINUTE = 60
const MEASURES = ['quota', 'requests', 'tokens'] as const

/** Sums usage up by time and model, and failures by cause. */
export async function readUsage(app: AppContext, filters: UsageFilters): Promise<Usage> {
  const { from, to } = rangeOf(filters)
  const units = timeUnits(from, to, filters.unit, filters.time_zone)
  const [byTime, totals, causes, lastMinute] = await Promise.all([
    sumsByTime(app.reports, filters, units),
    sumsOfRange(app.reports, filters),
    failuresByCause(app.reports, filters),
    rates(app, filters),
  ])
  const models = namedModels(byTime)
  return {
    from,
    to,
    time_zone: units.timeZone,
    times: units.times,
    models,
    series: folded(byTime, models),
    totals,
    causes: causes.sort((one, other) => other.count - one.count).slice(0, MOST_CAUSES),
    ...lastMinute,
  }
}

type TimeSum = Awaited<ReturnType<typeof sumsByTime>>[number]

/** Most quota first; those beyond the first of every measure as an empty name, at the end. */
function namedModels(sums: readonly TimeSum[]): string[] {
  const totals = new Map<string, Pick<TimeSum, (typeof MEASURES)[number]>>()
  for (const { model, quota, requests, tokens } of sums) {
    const total = totals.get(model) ?? { quota: 0, requests: 0, tokens: 0 }
    totals.set(model, {
      quota: total.quota + quota,
      requests: total.requests + requests,
      tokens: total.tokens + tokens,
    })
  }
  const all = [...totals]
  const most = (measure: (typeof MEASURES)[number]) =>
    all
      .toSorted(([, one], [, other]) => other[measure] - one[measure] || other.requests - one.requests)
      .map(([model]) => model)
  const named = new Set(MEASURES.flatMap(measure => most(measure).slice(0, NAMED_MODELS)))
  const names = most('quota').filter(model => named.has(model))
  return names.length < totals.size ? [...names.filter(Boolean), ''] : names
}

function folded(sums: readonly TimeSum[], models: readonly string[]) {
  const places = new Map(models.map((model, place) => [model, place]))
  const rest = models.length - 1
  const cells = new Map<string, Usage['series'][number]>()
  for (const { place: time, model, requests, quota, tokens } of sums) {
    const place = places.get(model) ?? rest
    const cell = cells.get(`${time} ${place}`) ?? [time, place, 0, 0, 0]
    cells.set(`${time} ${place}`, [time, place, cell[2] + requests, cell[3] + quota, cell[4] + tokens])
  }
  return [...cells.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1])
}

async function rates(app: AppContext, { userId, username = '', channel = 0, model_name }: UsageFilters) {
  const of = { ...(userId !== undefined && { userId }), username, channel, model_name: model_name.replaceAll('%', '') }
  const { rpm, tpm } = await logStat(app, { ...of, start_timestamp: app.now() - MINUTE })
  return { rpm, tpm }
}
