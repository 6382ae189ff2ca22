import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, MAX_PAGE_SIZE, TOKEN_NAME_MAX_LENGTH, type Token } from '@tollgate/contract'
import { stateOfToken } from '../../components/token-state.ts'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'
import { useStatus } from '../../session/status.tsx'

/** The spending limit in US dollars, and the lifetime, of a key made for a chat. */
const CAP_DOLLARS = 1
const LIFETIME_DAYS = 30

/** The user's tokens that a chat can use, newest first. */
export function useEnabledTokens(): UseQueryResult<Token[]> {
  return useQuery({
    queryKey: ['tokens', 'enabled'],
    queryFn: async () =>
      (await send(calls.tokens.list, { query: { p: 0, size: MAX_PAGE_SIZE } })).items.filter(isUsable),
  })
}

/** One token by its id; null if it is gone or cannot be used. */
export const useUsableToken = (id: number | undefined): UseQueryResult<Token | null> =>
  useQuery({
    queryKey: ['tokens', 'usable', id],
    queryFn: async () => {
      const token = await send(calls.tokens.get, { params: { id: id ?? 0 } }).catch(error => {
        if (error.code === 'token_not_found') return null
        throw error
      })
      return token && isUsable(token) ? token : null
    },
    enabled: id !== undefined,
    // The chat stays open while the token is checked again.
    staleTime: Number.POSITIVE_INFINITY,
  })

const isUsable = (token: Token): boolean => ['enabled', 'limited'].includes(stateOfToken(token, Date.now() / 1000))

/** The name of a key that belongs to only one chat. */
export const ownKeyName = (chat: string): string => `chat: ${chat}`.slice(0, TOKEN_NAME_MAX_LENGTH).trimEnd()

/** The limits of a key made for a chat: quota, and unix seconds. */
export function useOwnKeyLimits(): { quota: number; expires: number } {
  const { quota_per_unit } = useStatus()
  return {
    quota: Math.round(CAP_DOLLARS * quota_per_unit),
    expires: Math.floor(Date.now() / 1000) + LIFETIME_DAYS * 86_400,
  }
}

/** Makes a key for only one chat. */
export const useMakeOwnKey = () =>
  useChange(
    async ({ chat, quota, expires }: { chat: string; quota: number; expires: number }) => {
      const [token] = await send(calls.tokens.create, {
        body: { name: ownKeyName(chat), unlimited_quota: false, remain_quota: quota, expired_time: expires },
      })
      return token
    },
    { of: 'tokens', quiet: true },
  )
