import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { askAgain } from './ask-again.ts'

interface Manner {
  /** The names of the queries to refetch afterwards, whether it succeeds or not; absent: all. */
  of?: string | readonly string[]
  /** The caller shows errors. */
  quiet?: boolean
  /** Changes with the same name run one after another. */
  inTurn?: string
}

/** A call that changes data which other components show. */
export function useChange<Input, Data>(
  change: (input: Input) => Promise<Data>,
  { of, quiet = false, inTurn }: Manner = {},
): UseMutationResult<Data, Error, Input> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    meta: { quiet },
    ...(inTurn && { scope: { id: inTurn } }),
    onSettled: () => askAgain(client, of === undefined ? undefined : [of].flat()),
  })
}
