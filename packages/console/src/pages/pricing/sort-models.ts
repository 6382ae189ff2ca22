import type { PricedModel } from '@tollgate/contract'

/** The list's order: what the group may call first, then what is paid by usage, then names with gpt, then the alphabet. */
export function sortModels<Model extends PricedModel>(models: readonly Model[], group: string): Model[] {
  return [...models].sort(
    (one, other) =>
      Number(isAvailable(other, group)) - Number(isAvailable(one, group)) ||
      one.quota_type - other.quota_type ||
      Number(isGpt(other)) - Number(isGpt(one)) ||
      one.model_name.localeCompare(other.model_name, 'en'),
  )
}

export const isAvailable = (model: PricedModel, group: string): boolean => model.enable_groups.includes(group)

const isGpt = ({ model_name }: PricedModel): boolean => model_name.startsWith('gpt')
