import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type BesideOf, calls, type ReplyOf } from '@tollgate/contract'
import { sendWhole } from '../../lib/call.ts'

export type Finding = ReplyOf<typeof calls.audit.run>[number]
export type Figures = BesideOf<typeof calls.audit.run>['figures']
export type Running = BesideOf<typeof calls.audit.run>['running']

export interface Audit {
  findings: Finding[]
  figures: Figures
  running: Running
  /** Duration in milliseconds. */
  took: number
}

/** Runs the audit when the page opens, and then on request. */
export function useAudit(): UseQueryResult<Audit> {
  return useQuery({
    queryKey: ['audit'],
    queryFn: async () => {
      const start = performance.now()
      const { data, figures, running } = await sendWhole(calls.audit.run)
      return { findings: data, figures, running, took: performance.now() - start }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
