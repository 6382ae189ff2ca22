import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, type Page, type UserMessage } from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

const PROGRESS_MS = 5_000

/** Refetched while mails go out. */
export const useMessages = (list: ListState<never>): UseQueryResult<Page<UserMessage>> =>
  useQuery({
    queryKey: ['messages', list.page, list.pageSize],
    queryFn: () => send(calls.userMessages.list, { query: { p: list.page, page_size: list.pageSize } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isMailing) ? PROGRESS_MS : false),
  })

const isMailing = ({ state, mails }: UserMessage) => state === 'sent' && mails?.is_done === false

/** Asks for a fresh confirmation. The form shows errors. */
export const useWrite = () =>
  useChange((body: InputOf<typeof calls.userMessages.write>['body']) => send(calls.userMessages.write, { body }), {
    of: ['messages', 'self'],
    quiet: true,
  })

export const useRecall = () =>
  useChange((id: number) => send(calls.userMessages.recall, { params: { id } }), { of: ['messages', 'self'] })
