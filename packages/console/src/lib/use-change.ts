import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'

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
    onSettled: () => {
      const keys = of === undefined ? [[]] : [of].flat().map(name => [name])
      return Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
    },
  })
}
