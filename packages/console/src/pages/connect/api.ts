import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, LOG_TYPE, type Log, MAX_PAGE_SIZE, NEVER, type Page, type Token } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

/** The user's newest tokens, or those whose name contains the words. */
export function useTokensNamed(keyword: string): UseQueryResult<Page<Token>> {
  const query = { keyword, size: MAX_PAGE_SIZE }
  return useQuery({
    queryKey: ['tokens', 'named', keyword],
    queryFn: () => (keyword ? send(calls.tokens.search, { query }) : send(calls.tokens.list, { query })),
  })
}

/** One token by its id, which may no longer exist. */
export const useToken = (id: number | undefined): UseQueryResult<Token> =>
  useQuery({
    queryKey: ['tokens', 'one', id],
    queryFn: () => send(calls.tokens.get, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  })

/** Makes a token that may spend as much as its owner has. */
export const useMakeToken = () =>
  useChange(
    async (name: string) => {
      const [token] = await send(calls.tokens.create, { body: { name, unlimited_quota: true, expired_time: NEVER } })
      return token
    },
    { of: 'tokens' },
  )

const ASK_EVERY_MS = 2_500
const ROWS = 20

/**
 * The newest call of a token since the page was opened for a client, polled every few seconds until one succeeds. Newer
 * calls have a greater row id than the newest one then, so clocks do not matter.
 */
export function useFirstCall(client: string, token: Token | undefined, attempt: number) {
  const watched = [client, token?.id, attempt]
  const before = useQuery({
    queryKey: ['call-before', ...watched],
    queryFn: async () => (await callsOf(token)).at(0) ?? null,
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_EVERY_MS : false),
  })
  const since = before.data
  const call = useQuery({
    queryKey: ['first-call', ...watched],
    queryFn: async () => newestOf((await callsOf(token, since?.created_at)).filter(({ id }) => id > (since?.id ?? 0))),
    enabled: since !== undefined,
    refetchInterval: ({ state }) => (state.data?.type === LOG_TYPE.consume ? false : ASK_EVERY_MS),
  })
  return { before: since, call: call.data, isUnreachable: before.isError || call.isError }
}

/** A successful one, if any. */
const newestOf = (rows: Log[]): Log | null => rows.find(({ type }) => type === LOG_TYPE.consume) ?? rows.at(0) ?? null

async function callsOf(token: Token | undefined, start_timestamp = 0): Promise<Log[]> {
  const query = { token_name: token?.name ?? '', start_timestamp, page_size: ROWS }
  const { items } = await send(calls.logs.listSelf, { query })
  // Names of tokens are not unique.
  return items.filter(row => row.token_id === token?.id && isCall(row))
}

const isCall = ({ type }: Log) => type === LOG_TYPE.consume || type === LOG_TYPE.error
