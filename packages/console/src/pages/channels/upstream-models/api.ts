import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'

/** The channel whose models to request: a stored one, or one in a form. */
export type Upstream = { id: number } | InputOf<typeof calls.channelModels.fetchByKey>['body']

/** Requested while the dialog is open, and again each time it opens. */
export const useUpstreamModels = (upstream: Upstream): UseQueryResult<string[]> =>
  useQuery({
    // not the key itself, which would stay in memory
    queryKey: ['upstream-models', 'id' in upstream ? upstream.id : 'form'],
    queryFn: () =>
      'id' in upstream
        ? send(calls.channelModels.fetch, { params: { id: upstream.id } })
        : send(calls.channelModels.fetchByKey, { body: upstream }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
  })
