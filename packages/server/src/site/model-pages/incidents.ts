import { readFigures } from '../../records/dashboard/sums/read-figures.ts'
import type { SiteContext } from '../context.ts'
import { failedBy } from './uptime.ts'

const HOUR = 3_600
const SPAN_HOURS = 7 * 24
/** Below this share of answered calls, an hour of a model is an incident. */
const LEAST_ANSWERED = 0.9
/** Fewer calls would tell how many there were. */
const LEAST_CALLS = 10
/** The newest are told. */
const MOST_INCIDENTS = 50

/** Consecutive hours in which a model failed too often. */
export interface Incident {
  /** The model's name in the log. */
  model: string
  /** Unix seconds; `to` is exclusive. */
  from: number
  to: number
  calls: number
  failed: number
}

/** Returns the incidents of the last seven days, the last begun first. Null: charged calls are not counted here. */
export async function readIncidents(app: SiteContext): Promise<Incident[] | null> {
  if (!app.options.get('DataExportEnabled')) return null
  const end = app.now() - (app.now() % HOUR) + HOUR
  const failed = await failedBy(app, end - SPAN_HOURS * HOUR, HOUR)
  const first = Math.min(...failed.map(({ since }) => since))
  // Without failures there is nothing to compare them with.
  const hours = failed.length === 0 ? 0 : (end - first) / HOUR
  const charged = await readFigures(app.reports, {
    which: {},
    parts: Array.from({ length: hours }, (_, at) => {
      const from = first + at * HOUR
      return { place: from, from, to: from + HOUR }
    }),
    by: ['model'],
    sums: ['count'],
  })
  const answered = new Map(charged.map(({ model, place, count }) => [`${place} ${model}`, count]))
  const bad = failed
    .map(({ subject: model, since, calls }) => {
      const all = calls + (answered.get(`${since} ${model}`) ?? 0)
      return { model, from: since, to: since + HOUR, calls: all, failed: calls }
    })
    .filter(({ calls, failed }) => calls >= LEAST_CALLS && calls - failed < calls * LEAST_ANSWERED)
  return joined(bad)
    .sort((one, other) => other.from - one.from || (one.model < other.model ? -1 : 1))
    .slice(0, MOST_INCIDENTS)
}

/** Joins hours of a model that follow one another. */
function joined(hours: readonly Incident[]): Incident[] {
  const last = new Map<string, Incident>()
  const incidents: Incident[] = []
  for (const hour of hours.toSorted((one, other) => one.from - other.from)) {
    const before = last.get(hour.model)
    if (before?.to === hour.from) {
      before.to = hour.to
      before.calls += hour.calls
      before.failed += hour.failed
    } else {
      const incident = { ...hour }
      incidents.push(incident)
      last.set(hour.model, incident)
    }
  }
  return incidents
}
