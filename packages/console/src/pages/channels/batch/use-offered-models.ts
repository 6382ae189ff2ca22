import { type Channel, splitList } from '@tollgate/contract'
import { useMemo } from 'react'
import { useModelsByType } from '../api.ts'

/** The models that these channels serve, then those known for their types. */
export function useOfferedModels(channels: readonly Channel[]): string[] {
  const { data: byType } = useModelsByType()
  return useMemo(() => {
    const served = channels.flatMap(({ models }) => splitList(models))
    const known = [...new Set(channels.map(({ type }) => type))].flatMap(type => byType?.[type] ?? [])
    return [...new Set([...served, ...known])]
  }, [channels, byType])
}
