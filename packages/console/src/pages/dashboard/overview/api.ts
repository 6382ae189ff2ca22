import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type Overview } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'

const FRESH_MS = 60_000
const AGAIN_MS = 3_000
const MOST_LOOKS = 5

export const useOverview = (): UseQueryResult<Overview> =>
  useQuery({
    queryKey: ['overview'],
    queryFn: () => send(calls.status.overview),
    staleTime: FRESH_MS,
    // The server reads status pages only when somebody looks.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < MOST_LOOKS && data?.status?.monitored.some(({ groups }) => groups === null) && AGAIN_MS,
  })
