import { type Overview, type OverviewStatus, STATUS_DAYS, splitList } from '@tollgate/contract'
import { groupsFor } from '../../money/pricing/price-list.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { SiteContext } from '../context.ts'
import { keptForAMinute } from '../model-pages/kept.ts'
import { knownChannelUptime, knownUptime } from '../model-pages/known-figures.ts'
import { listedModels } from '../model-pages/model-page.ts'
import { type UptimeCounts, uptimeOf } from '../model-pages/uptime.ts'
import { monitored } from './uptime-kuma/index.ts'

type Rows = OverviewStatus['rows']

/** The worst are shown. */
const MOST_ROWS = 60

/** Rows of what a caller may use, and the planned maintenance that is not over. */
export async function statusPanel(app: SiteContext, caller: Caller): Promise<NonNullable<Overview['status']>> {
  const shows = app.options.get('StatusPanelShows')
  return {
    shows,
    rows: await ROWS[shows](app, caller),
    maintenance: plannedMaintenance(app),
    monitored: monitored(app),
  }
}

const ROWS: Record<OverviewStatus['shows'], (app: SiteContext, caller: Caller) => Promise<Rows>> = {
  maintenance: async () => [],

  async models(app, caller) {
    const counts = await knownUptime(app)
    if (!counts) return null
    const { usable_group } = groupsFor(app.options, caller)
    const models = [...(await listedModels(app)).values()].filter(({ enable_groups }) =>
      enable_groups.some(group => Object.hasOwn(usable_group, group)),
    )
    return worst(models.map(({ model_name, aliases }) => row(counts, model_name, [model_name, ...aliases])))
  },

  async groups(app, caller) {
    const [counts, channels] = await Promise.all([knownChannelUptime(app), channelsByGroup(app)])
    const groups = Object.keys(groupsFor(app.options, caller).usable_group)
    return counts && worst(groups.map(group => row(counts, group, channels.get(group) ?? [])))
  },
}

/** The ids of each group's channels, as the figures name them. */
const channelsByGroup = keptForAMinute(async ({ reports }: SiteContext) => {
  const groups = new Map<string, string[]>()
  for (const { id, group } of await reports.selectFrom('channels').select(['id', 'group']).execute())
    for (const name of splitList(group)) groups.set(name, [...(groups.get(name) ?? []), String(id)])
  return groups
})

function row(counts: UptimeCounts, name: string, of: readonly string[]) {
  const days = uptimeOf(counts, of).days.slice(-STATUS_DAYS)
  const recent = { starts: counts.starts.slice(-STATUS_DAYS), of: lastDays(counts, of) }
  return { name, answered: uptimeOf(recent, of).answered, days }
}

const lastDays = ({ of }: UptimeCounts, names: readonly string[]): UptimeCounts['of'] =>
  new Map(names.flatMap(name => (of.has(name) ? [[name, of.get(name)?.slice(-STATUS_DAYS) ?? []]] : [])))

/** Those with too few calls follow, by name. */
const worst = (rows: NonNullable<Rows>): NonNullable<Rows> =>
  rows
    .sort((one, other) => (one.answered ?? 1001) - (other.answered ?? 1001) || (one.name < other.name ? -1 : 1))
    .slice(0, MOST_ROWS)

const plannedMaintenance = ({ options, now }: Pick<SiteContext, 'options' | 'now'>) =>
  options
    .get('PlannedMaintenance')
    .filter(({ until }) => Date.parse(until) > now() * 1000)
    .sort((one, other) => Date.parse(one.from) - Date.parse(other.from))
