import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type Overview } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'

const FRESH_MS = 60_000

export const useOverview = (): UseQueryResult<Overview> =>
  useQuery({ queryKey: ['overview'], queryFn: () => send(calls.status.overview), staleTime: FRESH_MS })
