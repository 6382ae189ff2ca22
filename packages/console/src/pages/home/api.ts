import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { send } from '../../lib/call.ts'

/** The operator's home page; if it is empty or unavailable, ours is shown. */
export function useHomeContent(): UseQueryResult<string> {
  return useQuery({ queryKey: ['home-page'], queryFn: () => send(calls.status.home), staleTime: 60_000 })
}

const AVAILABILITY_FRESH_MS = 120_000

/** The availability of the last 24 hours; undefined until known, empty if it cannot be. */
export function useAvailability() {
  const { data, isError } = useQuery({
    queryKey: ['availability'],
    queryFn: () => send(calls.status.availability),
    staleTime: AVAILABILITY_FRESH_MS,
    refetchInterval: AVAILABILITY_FRESH_MS,
  })
  return data?.hours ?? (isError ? [] : undefined)
}
