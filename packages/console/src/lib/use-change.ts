import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'

interface Manner {
  /** The name of the queries to refetch afterwards, whether it succeeds or not; all of them when absent. */
  of?: string
  /** The caller shows errors. */
  quiet?: boolean
}

/** A call that changes data which other components show. */
export function useChange<Input, Data>(
  change: (input: Input) => Promise<Data>,
  { of, quiet = false }: Manner = {},
): UseMutationResult<Data, Error, Input> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    meta: { quiet },
    onSettled: () => client.invalidateQueries({ queryKey: of === undefined ? [] : [of] }),
  })
}
