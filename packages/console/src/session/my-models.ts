import { useQuery } from '@tanstack/react-query'
import { calls, type Token } from '@tollgate/contract'
import { send } from '../lib/call.ts'
import { groupsOfToken, modelsOfToken } from '../lib/models-of-token.ts'
import { useUser } from './user.ts'

/** Names of the models the signed-in user may call; undefined for visitors and until known. */
export function useMyModels(): string[] | undefined {
  const user = useUser()
  return useQuery({
    queryKey: ['usable-models'],
    queryFn: () => send(calls.users.models),
    enabled: user !== null,
  }).data
}

/** The models that a token may call; without a token, all. undefined until known. */
export function useModelsOfToken(token: Token | undefined): string[] | undefined {
  const names = useMyModels()
  const ownGroup = useUser()?.group ?? ''
  const priced = useQuery({ queryKey: ['model-groups'], queryFn: () => send(calls.pricing.list) }).data ?? []
  const usable = useQuery({
    queryKey: ['usable-groups'],
    queryFn: () => send(calls.users.groups),
    enabled: token !== undefined,
  }).data
  return names && token ? modelsOfToken(token, names, priced, groupsOfToken(token, ownGroup, usable ?? {})) : names
}
