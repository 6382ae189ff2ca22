import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type JobName, type JobRun, type JobState } from '@tollgate/contract'
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

/** The last runs of a job; asked again when another has begun or ended. */
export const useJobRuns = ({ name, runs, state }: JobState): UseQueryResult<JobRun[]> =>
  useQuery({
    queryKey: ['jobs', name, runs, state],
    queryFn: () => send(calls.jobs.runs, { params: { name } }),
    placeholderData: keepPreviousData,
  })

/** Starts a job. */
export const useRunJob = () =>
  useChange((name: JobName) => send(calls.jobs.run, { params: { name } }), { of: 'jobs', quiet: true })
