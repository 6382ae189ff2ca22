import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type PricedModel } from '@tollgate/contract'
import { sendWhole } from '../../lib/call.ts'
import { useUser } from '../../session/user.ts'

/** A model of the price list; its id is its name. */
export interface PricedRow extends PricedModel {
  id: string
}

export interface PriceList {
  models: PricedRow[]
  /** Price ratio by group. */
  ratios: Record<string, number>
  /** The groups whose ratio is one for users of the reader's group. */
  own: readonly string[]
  /** Description by usable group. */
  groups: Record<string, string>
}

/** The prices of all models, and the user's groups. */
export function usePriceList(): UseQueryResult<PriceList> {
  const userId = useUser()?.id
  return useQuery({
    queryKey: ['pricing', userId],
    queryFn: async () => {
      const { data, group_ratio, own_ratios, usable_group } = await sendWhole(calls.pricing.list)
      return {
        models: data.map(model => ({ ...model, id: model.model_name })),
        ratios: group_ratio,
        own: own_ratios,
        groups: usable_group,
      }
    },
  })
}
