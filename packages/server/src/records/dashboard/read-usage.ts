import type { Usage } from '@tollgate/contract'
import type { RecordsContext } from '../context.ts'
import { valuesOf } from '../logs/filters.ts'
import { logStat } from '../logs/stat.ts'
import { CHARGED, failuresByCause, rangeOf, sumsByTime, sumsOfRange, type UsageFilters } from './store.ts'
import { timeUnits } from './time-units.ts'

/** How many models and owners keep their own name. */
const NAMED_MODELS = 50
const MOST_CAUSES = 100
const MINUTE = 60

/** Sums usage up by time and model, and failures by cause. */
export async function readUsage(app: RecordsContext, filters: UsageFilters): Promise<Usage> {
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
    series: folded(byTime, units.times.length, models),
    totals,
    causes: causes.sort((one, other) => other.count - one.count).slice(0, MOST_CAUSES),
    ...lastMinute,
  }
}

type TimeSum = Awaited<ReturnType<typeof sumsByTime>>[number]

/** Sorted by quota. The rest is summed into one row with an empty name. */
function namedModels(sums: readonly TimeSum[]): string[] {
  const totals = new Map<string, Pick<TimeSum, (typeof CHARGED)[number]>>()
  for (const { model, ...sum } of sums) {
    const total = totals.get(model) ?? { count: 0, quota: 0, token_used: 0 }
    for (const name of CHARGED) total[name] += sum[name]
    totals.set(model, total)
  }
  const all = [...totals]
  const most = (measure: (typeof CHARGED)[number]) =>
    all
      .toSorted(([, one], [, other]) => other[measure] - one[measure] || other.count - one.count)
      .map(([model]) => model)
  const named = new Set(CHARGED.flatMap(measure => most(measure).slice(0, NAMED_MODELS)))
  const names = most('quota').filter(model => named.has(model))
  return names.length < totals.size ? [...names.filter(Boolean), ''] : names
}

type Cell = Usage['series'][number]

/** Sorted by time, then by model; hourly figures of every model over months are a hundred thousand rows. */
function folded(sums: readonly TimeSum[], times: number, models: readonly string[]): Cell[] {
  const places = new Map(models.map((model, place) => [model, place]))
  const rest = models.length - 1
  const cells = new Array<Cell | undefined>(times * models.length)
  for (const { place: time, model, count, quota, token_used } of sums) {
    const place = places.get(model) ?? rest
    const at = time * models.length + place
    const cell = cells[at] ?? [time, place, 0, 0, 0]
    cells[at] = [time, place, cell[2] + count, cell[3] + quota, cell[4] + token_used]
  }
  return cells.filter(cell => cell !== undefined)
}

async function rates(
  app: RecordsContext,
  { userId, memberId, projectId, username = [], channel = [], group = [], model_name }: UsageFilters,
) {
  const scope = {
    ...(userId !== undefined && { userId }),
    ...(memberId !== undefined && { memberId }),
    ...(projectId !== undefined && { projectId }),
  }
  const models = valuesOf(model_name).map(name => name.replaceAll('%', ''))
  const of = { ...scope, username, channel, group, model_name: models }
  const { rpm, tpm } = await logStat(app, { ...of, start_timestamp: app.now() - MINUTE })
  return { rpm, tpm }
}
