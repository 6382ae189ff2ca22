import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { useUser } from '../../session/user.ts'

/** The operator's home page; empty, or not to be had: ours is shown. */
export function useHomeContent(): UseQueryResult<string> {
  return useQuery({ queryKey: ['home-page'], queryFn: () => send(calls.status.home), staleTime: 60_000 })
}

/** Names of the models the signed-in user may call; undefined for visitors and until known. */
export function useMyModels(): string[] | undefined {
  const user = useUser()
  return useQuery({
    queryKey: ['usable-models'],
    queryFn: () => send(calls.users.models),
    enabled: user !== null,
  }).data
}
