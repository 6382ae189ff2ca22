import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'

interface Manner {
  /** The name of the queries whose answers it changes; all of them when absent. They are asked anew, however it ends. */
  of?: string
  /** Its caller says what went wrong. */
  quiet?: boolean
}

/** A call that changes what others show. */
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
