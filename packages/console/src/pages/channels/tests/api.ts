import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, type Recovery, type TestProgress } from '@tollgate/contract'
import { send, sendForResult } from '../../../lib/call.ts'

/** The result of testing one model. Times in seconds. */
export interface TestOutcome {
  passed: boolean
  message: string
  time: number
  /** null: there was no token. */
  firstToken: number | null
  /** For an automatically disabled channel that passed: whether it is enabled again, or why not. */
  recovery: Recovery | null
}

/** Tests one model of a channel. Throws if the signal is aborted, which also ends the test on the server. */
export async function testModel(id: number, model: string, signal: AbortSignal): Promise<TestOutcome> {
  const { success, message, time, first_token, recovery } = await sendForResult(
    calls.channelTests.test,
    { params: { id }, query: { model } },
    signal,
  )
  return { passed: success, message, time: time ?? 0, firstToken: first_token ?? null, recovery: recovery ?? null }
}

const PROGRESS = ['channel-test-progress']
const LOOK_MS = 1_000

/** Progress of the test of all channels; reloaded while it runs. */
export function useTestProgress(): UseQueryResult<TestProgress> {
  return useQuery({
    queryKey: PROGRESS,
    queryFn: () => send(calls.channelTests.progress),
    refetchInterval: ({ state }) => (state.data?.isRunning ? LOOK_MS : false),
    meta: { quiet: true },
  })
}

export function useTestAll() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send(calls.channelTests.testAll),
    onSuccess: progress => client.setQueryData(PROGRESS, progress),
    // Somebody else may have started it.
    onError: () => client.invalidateQueries({ queryKey: PROGRESS }),
  })
}
