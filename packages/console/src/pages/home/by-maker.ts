import type { PricedModel } from '@tollgate/contract'

/** The models of one maker, those for conversations first. */
export interface MakerModels<Model> {
  /** Empty: unknown. */
  maker: string
  models: Model[]
}

/** Makers with their models that a group may call: those with the most models first, models of unknown makers last. */
export function byMaker<Model extends PricedModel>(models: readonly Model[], group: string): MakerModels<Model>[] {
  const callable = models.filter(({ enable_groups }) => enable_groups.includes(group))
  return [...Map.groupBy(callable, ({ maker }) => maker)]
    .map(([maker, own]) => ({ maker, models: own.sort(newestFirst) }))
    .sort(
      (one, other) =>
        Number(one.maker === '') - Number(other.maker === '') ||
        other.models.length - one.models.length ||
        one.maker.localeCompare(other.maker, 'en'),
    )
}

/** Sorts by the numbers in the names, as far as possible. */
function newestFirst(one: PricedModel, other: PricedModel): number {
  const last = (model: PricedModel) => Number(model.abilities.chat === false)
  return last(one) - last(other) || other.model_name.localeCompare(one.model_name, 'en', { numeric: true })
}
