import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, MODEL_NAME_MAX_LENGTH, type ModelPage } from '@tollgate/contract'
import { CallError, sendWhole } from '../../lib/call.ts'
import { useUser } from '../../session/user.ts'

interface ShownModel {
  model: ModelPage
  /** Price ratio by group. */
  ratios: Record<string, number>
  /** Description by usable group. */
  groups: Record<string, string>
}

/** How long the server keeps what it answers. */
const FRESH_MS = 60_000

/** What is public of a model; null: there is none of this name. */
export function useModelPage(name: string): UseQueryResult<ShownModel | null> {
  const userId = useUser()?.id
  return useQuery({
    queryKey: ['pricing', 'model', name, userId],
    staleTime: FRESH_MS,
    queryFn: async () => {
      if (name.length > MODEL_NAME_MAX_LENGTH) return null
      try {
        const { data, group_ratio, usable_group } = await sendWhole(calls.pricing.model, { query: { name } })
        return { model: data, ratios: group_ratio, groups: usable_group }
      } catch (error) {
        if (error instanceof CallError && error.code === 'model_not_listed') return null
        throw error
      }
    },
  })
}
