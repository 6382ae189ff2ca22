import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type LogQuery, type ServerLine, type SystemState } from '@tollgate/contract'
import { send } from '../../lib/call.ts'

const EVERY_MS = 15_000

export const useSystem = (): UseQueryResult<SystemState> =>
  useQuery({ queryKey: ['system'], queryFn: () => send(calls.system.get), refetchInterval: EVERY_MS })

export const useServerLog = (query: LogQuery): UseQueryResult<ServerLine[]> =>
  useQuery({
    queryKey: ['system-log', query],
    queryFn: () => send(calls.system.log, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
