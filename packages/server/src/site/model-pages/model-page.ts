import { DEFAULT_GROUP, type ModelPage, type PricedModel, usableGroups } from '@tollgate/contract'
import { pricedNames } from '@tollgate/gateway'
import { groupsFor, priceList } from '../../money/pricing/price-list.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { SiteContext } from '../context.ts'
import { keptForAMinute } from './kept.ts'
import { knownSpeed, knownUptime } from './known-figures.ts'
import { speedOf } from './speed.ts'
import { uptimeOf } from './uptime.ts'

/** What the price list says of each model. */
export const listedModels = keptForAMinute(
  async app => new Map((await priceList(app)).map(model => [model.model_name, model])),
)

/**
 * Returns what a caller may know of a model. Nothing is read for the sake of a name: a name is looked up among what is
 * kept of all models.
 * @throws ApiError if no channel serves it
 */
export async function modelPage(app: SiteContext, caller: Caller | null, name: string) {
  const listed = (await listedModels(app)).get(app.prices.aliases.modelOf(name))
  if (!listed) throw consoleError('model_not_listed')
  const groups = groupsFor(app.options, caller)
  const enable_groups = listed.enable_groups.filter(group => Object.hasOwn(groups.usable_group, group))
  const page: ModelPage = {
    ...listed,
    enable_groups,
    output_limit: outputLimitOf(app, listed.model_name),
    has_badge: hasBadge(app, listed),
    ...(await figuresOf(app, [listed.model_name, ...listed.aliases], enable_groups)),
  }
  return { page, groups }
}

/** Whether strangers may see the figures: those who register get the default group. */
export const hasBadge = ({ options }: Pick<SiteContext, 'options'>, { enable_groups }: PricedModel): boolean =>
  options.get('ModelFiguresShownEnabled') &&
  enable_groups.some(group => Object.hasOwn(usableGroups(options, DEFAULT_GROUP), group))

/** Only the operator's own limit is known. */
function outputLimitOf({ options }: Pick<SiteContext, 'options'>, model: string): number | null {
  const limits = options.get('relay_setting.output_limits')
  const name = pricedNames(model).find(name => Object.hasOwn(limits, name))
  return (name !== undefined && limits[name]) || null
}

/** A caller without a group for the model learns nothing of the calls of others. */
async function figuresOf(
  app: SiteContext,
  names: readonly string[],
  groups: readonly string[],
): Promise<Pick<ModelPage, 'uptime' | 'speed'>> {
  if (groups.length === 0 || !app.options.get('ModelFiguresShownEnabled')) return { uptime: null, speed: null }
  const [counts, sample] = await Promise.all([knownUptime(app), knownSpeed(app)])
  return { uptime: counts && uptimeOf(counts, names), speed: sample && speedOf(sample, names, groups) }
}
