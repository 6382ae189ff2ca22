import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type JobName, type JobState } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

const WHILE_RUNNING_MS = 1_000
const USUALLY_MS = 30_000

/** Every job; refreshed while one runs. */
export function useJobs(): UseQueryResult<JobState[]> {
  return useQuery({
    queryKey: ['jobs'],
    queryFn: () => send(calls.jobs.list),
    refetchInterval: ({ state }) => (state.data?.some(job => job.state === 'running') ? WHILE_RUNNING_MS : USUALLY_MS),
  })
}

/** Starts a job. */
export const useRunJob = () =>
  useChange((name: JobName) => send(calls.jobs.run, { params: { name } }), { of: 'jobs', quiet: true })
