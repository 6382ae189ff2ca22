import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  type AccountEntry,
  calls,
  type FurtherIdentity,
  type Identity,
  type InputOf,
  type ListedUser,
  type Page,
  type Session,
  type User,
  type UserAction,
} from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

export const USER_FILTERS = ['keyword', 'group', 'role', 'status'] as const
export type UserFilter = (typeof USER_FILTERS)[number]

export function useUsers(list: ListState<UserFilter, 'users'>): UseQueryResult<Page<User>> {
  const query = { ...list.filters, sort: list.sort, p: list.page, page_size: list.pageSize }
  return useQuery({
    queryKey: ['users', query],
    queryFn: () => (list.isFiltered ? send(calls.userAdmin.search, { query }) : send(calls.userAdmin.list, { query })),
    placeholderData: keepPreviousData,
  })
}

/** Reads pages of the rows that pass the list's filters. */
export const readUsers =
  ({ filters, sort }: ListState<UserFilter, 'users'>) =>
  (page: { p: number; page_size: number }): Promise<Page<User>> =>
    send(calls.userAdmin.search, { query: { ...filters, sort, ...page } })

export const useOneUser = (id: number | undefined): UseQueryResult<ListedUser> =>
  useQuery({
    queryKey: ['users', id],
    queryFn: () => send(calls.users.get, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    // changes must start from the currently stored values
    gcTime: 0,
  })

export const useGroupNames = (): string[] =>
  useQuery({ queryKey: ['groups'], queryFn: () => send(calls.status.groups) }).data ?? []

export type NewUser = InputOf<typeof calls.userAdmin.create>['body']
export type UserChange = InputOf<typeof calls.userAdmin.update>['body']
export type QuotaChange = InputOf<typeof calls.users.changeQuota>['body']

/** The forms show errors, so these three are quiet. */
export const useCreateUser = () =>
  useChange((body: NewUser) => send(calls.userAdmin.create, { body }), { of: 'users', quiet: true })
export const useUpdateUser = () =>
  useChange((body: UserChange) => send(calls.userAdmin.update, { body }), { of: 'users', quiet: true })
export const useChangeQuota = (id: number) =>
  useChange((body: QuotaChange) => send(calls.users.changeQuota, { params: { id }, body }), {
    of: 'users',
    quiet: true,
  })

export const useManageUser = () =>
  useChange((body: { id: number; action: UserAction }) => send(calls.userAdmin.manage, { body }), { of: 'users' })

export const useAccountEntries = (id: number, list: ListState<never>): UseQueryResult<Page<AccountEntry>> =>
  useQuery({
    queryKey: ['users', id, 'entries', list.page, list.pageSize],
    queryFn: () => send(calls.userAdmin.entries, { params: { id }, query: { p: list.page, page_size: list.pageSize } }),
    placeholderData: keepPreviousData,
  })

export const useSessionsOf = (id: number): UseQueryResult<Session[]> =>
  useQuery({
    queryKey: ['users', id, 'sessions'],
    queryFn: () => send(calls.userAdmin.sessions, { params: { id } }),
  })

export const useRemoveFactors = () =>
  useChange((id: number) => send(calls.secondFactor.removeOf, { params: { id } }), { of: 'users' })

/** Asks for a fresh confirmation. */
export const useUnbind = (id: number) =>
  useChange((identity: Identity) => send(calls.userAdmin.unbind, { params: { id, identity } }), { of: 'users' })

export const useFurtherIdentities = (id: number): UseQueryResult<FurtherIdentity[]> =>
  useQuery({
    queryKey: ['users', id, 'identities'],
    queryFn: () => send(calls.identities.ofUser, { params: { id } }),
  })

/** Asks for a fresh confirmation. */
export const useUnbindFurther = (id: number) =>
  useChange((provider: string) => send(calls.identities.unbindOfUser, { params: { id, provider } }), { of: 'users' })
