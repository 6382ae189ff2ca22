import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { calls, type InputOf, type Page, TOKEN_STATUS, type Token } from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { send } from '../../lib/call.ts'

export const TOKEN_FILTERS = ['keyword', 'token'] as const

export function useTokens(list: ListState<(typeof TOKEN_FILTERS)[number]>): UseQueryResult<Page<Token>> {
  const query = { ...list.filters, p: list.page, size: list.pageSize }
  return useQuery({
    queryKey: ['tokens', query],
    queryFn: () => (list.isFiltered ? send(calls.tokens.search, { query }) : send(calls.tokens.list, { query })),
    placeholderData: keepPreviousData,
  })
}

/** The groups the user may give a token, each with its ratio and description. */
export function useUsableGroups(): Record<string, { ratio: number; desc: string }> {
  return useQuery({ queryKey: ['usable-groups'], queryFn: () => send(calls.users.groups) }).data ?? {}
}

/** Names of the models the user may call. */
export function useUsableModels(): string[] {
  return useQuery({ queryKey: ['usable-models'], queryFn: () => send(calls.users.models) }).data ?? []
}

export type NewToken = InputOf<typeof calls.tokens.create>['body']
export type TokenChange = InputOf<typeof calls.tokens.update>['body']

/** The form shows what went wrong, so these two are quiet. */
export const useCreateToken = () =>
  useTokenChange((body: NewToken) => send(calls.tokens.create, { body }), { quiet: true })
export const useUpdateToken = () =>
  useTokenChange((body: TokenChange) => send(calls.tokens.update, { body }), { quiet: true })

export const useSwitchToken = () =>
  useTokenChange(({ id, isOn }: { id: number; isOn: boolean }) =>
    send(calls.tokens.update, {
      query: { status_only: true },
      body: { id, status: isOn ? TOKEN_STATUS.enabled : TOKEN_STATUS.disabled },
    }),
  )

export const useDeleteToken = () => useTokenChange((id: number) => send(calls.tokens.remove, { params: { id } }))

function useTokenChange<Input, Data>(
  change: (input: Input) => Promise<Data>,
  meta?: { quiet: boolean },
): UseMutationResult<Data, Error, Input> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    meta,
    onSettled: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  })
}
