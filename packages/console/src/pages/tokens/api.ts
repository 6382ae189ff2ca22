import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, type Page, type ReplyOf, TOKEN_STATUS, type Token } from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

export const TOKEN_FILTERS = ['keyword', 'token', 'status', 'group'] as const

export function useTokens(list: ListState<(typeof TOKEN_FILTERS)[number], 'tokens'>): UseQueryResult<Page<Token>> {
  const query = { ...list.filters, sort: list.sort, p: list.page, size: list.pageSize }
  return useQuery({
    queryKey: ['tokens', query],
    queryFn: () => (list.isFiltered ? send(calls.tokens.search, { query }) : send(calls.tokens.list, { query })),
    placeholderData: keepPreviousData,
  })
}

/** Reads pages of the rows that pass the list's filters. */
export const readTokens =
  ({ filters, sort }: ListState<(typeof TOKEN_FILTERS)[number], 'tokens'>) =>
  (page: { p: number; page_size: number }): Promise<Page<Token>> =>
    send(calls.tokens.search, { query: { ...filters, sort, ...page } })

/** The groups the user may give a token, each with its ratio and description. */
export const useUsableGroups = (): ReplyOf<typeof calls.users.groups> => useUsableGroupsQuery().data ?? {}

export const useUsableGroupsQuery = (): UseQueryResult<ReplyOf<typeof calls.users.groups>> =>
  useQuery({ queryKey: ['usable-groups'], queryFn: () => send(calls.users.groups) })

/** Names of the models the user may call. */
export const useUsableModels = (): string[] => useUsableModelsQuery().data ?? []

export const useUsableModelsQuery = (): UseQueryResult<string[]> =>
  useQuery({ queryKey: ['usable-models'], queryFn: () => send(calls.users.models) })

export type NewToken = InputOf<typeof calls.tokens.create>['body']
export type TokenChange = InputOf<typeof calls.tokens.update>['body']

/** The form shows errors, so these two are quiet. */
export const useCreateToken = () =>
  useChange((body: NewToken) => send(calls.tokens.create, { body }), { of: 'tokens', quiet: true })
export const useUpdateToken = () =>
  useChange((body: TokenChange) => send(calls.tokens.update, { body }), { of: 'tokens', quiet: true })

export const useSwitchToken = () =>
  useChange(
    ({ id, isOn }: { id: number; isOn: boolean }) =>
      send(calls.tokens.update, {
        query: { status_only: true },
        body: { id, status: isOn ? TOKEN_STATUS.enabled : TOKEN_STATUS.disabled },
      }),
    { of: 'tokens' },
  )

export const useDeleteToken = () =>
  useChange((id: number) => send(calls.tokens.remove, { params: { id } }), { of: 'tokens' })

type NewChildKeyForm = InputOf<typeof calls.tokens.makeChild>['body']

/** Its form shows errors. */
export const useMakeChild = (id: number) =>
  useChange((body: NewChildKeyForm) => send(calls.tokens.makeChild, { params: { id }, body }), {
    of: 'tokens',
    quiet: true,
  })

export const useFreeze = () =>
  useChange(
    ({ id, frozen }: { id: number; frozen: boolean }) =>
      send(calls.tokens.freeze, { params: { id }, body: { frozen } }),
    { of: 'tokens' },
  )
