import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, type ReplyOf } from '@tollgate/contract'
import { useEffect, useRef } from 'react'
import { askAgain } from '../../lib/ask-again.ts'
import { send } from '../../lib/call.ts'
import { stored, useStored } from '../../lib/storage.ts'

export type FirstSteps = ReplyOf<typeof calls.setup.steps>

const KEY = ['first-steps']
/**
 * An operator's progress to the first receipt; undefined until known. Refreshed after every change, and at the given
 * interval, since a first call may come from another program.
 */
export function useFirstSteps(askEveryMs: number | false = false): FirstSteps | undefined {
  const client = useQueryClient()
  const isChanging = useIsMutating() > 0
  const [, setDone] = useStored(stored.firstStepsDone)
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => send(calls.setup.steps),
    refetchInterval: askEveryMs,
  })
  const wasChanging = useRef(false)
  useEffect(() => {
    if (wasChanging.current && !isChanging) void askAgain(client, KEY)
    wasChanging.current = isChanging
  }, [isChanging, client])
  useEffect(() => {
    if (data?.called) setDone(true)
  }, [data?.called, setDone])
  return data
}
