import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, LOG_TYPE } from '@tollgate/contract'
import { send } from '../../lib/call.ts'

const ONE = { page_size: 1 }

/** The operator's home page; empty, or not to be had: ours is shown. */
export function useHomeContent(): UseQueryResult<string> {
  return useQuery({ queryKey: ['home-page'], queryFn: () => send(calls.status.home), staleTime: 60_000 })
}

const AVAILABILITY_FRESH_MS = 120_000

/** How the last 24 hours went; undefined until known. */
export function useAvailability() {
  return useQuery({
    queryKey: ['availability'],
    queryFn: () => send(calls.status.availability),
    staleTime: AVAILABILITY_FRESH_MS,
    refetchInterval: AVAILABILITY_FRESH_MS,
  }).data?.hours
}

/** Which of an operator's first steps are done, read from the real data; undefined until known. */
export function useFirstSteps(): { channel: boolean; token: boolean; call: boolean } | undefined {
  return useQuery({
    queryKey: ['first-steps'],
    queryFn: async () => {
      const [channels, tokens, relayed] = await Promise.all([
        send(calls.channels.list, { query: ONE }),
        send(calls.tokens.list, { query: ONE }),
        send(calls.logs.list, { query: { ...ONE, type: LOG_TYPE.consume } }),
      ])
      return { channel: channels.total > 0, token: tokens.total > 0, call: relayed.total > 0 }
    },
    refetchInterval: 10_000,
  }).data
}
