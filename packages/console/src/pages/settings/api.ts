import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import {
  type Alert,
  calls,
  type EffectivePrice,
  type LogCleanUp,
  type OptionKey,
  optionKeys,
  optionLines,
  type ReplyOf,
} from '@tollgate/contract'
import { CallError, send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'
import type { StoredOptions, Texts } from './option-texts.ts'

export function useStoredOptions(): UseQueryResult<StoredOptions> {
  return useQuery({ queryKey: ['options'], queryFn: loadOptions })
}

/**
 * Saves the texts. Resolves to the refused ones with their reasons. Options may show anywhere (names, flags, prices, groups), so
 * all queries are refetched.
 */
export const useSaveOptions = () => useChange(saveOptions)

/**
 * Deletes log rows older than a given time (Unix seconds). Resolves to their number, and whether they are all gone
 * already.
 */
export const useClearLogs = () =>
  useChange(
    async (target_timestamp: number) => {
      const count = await send(calls.logs.clear, { query: { target_timestamp } })
      const cleanUp = await send(calls.logs.cleanUp)
      return { count, isDone: cleanUp === null || cleanUp.finished_at > 0 }
    },
    { of: 'logs' },
  )

const CLEAN_UP_LOOK_MS = 1_000

/** The last deletion of log rows; polled until it is over. */
export const useLogCleanUp = (): UseQueryResult<LogCleanUp | null> =>
  useQuery({
    queryKey: ['logs', 'clean-up'],
    queryFn: () => send(calls.logs.cleanUp),
    refetchInterval: ({ state }) => (state.data?.finished_at === 0 ? CLEAN_UP_LOOK_MS : false),
  })

/** The price in force of every model that is served or priced by the options. */
export function useEffectivePrices(): UseQueryResult<EffectivePrice[]> {
  return useQuery({ queryKey: ['prices', 'effective'], queryFn: () => send(calls.pricing.effective) })
}

/** Served models without a price. */
export function useUnpricedModels(): UseQueryResult<string[]> {
  return useQuery({ queryKey: ['prices', 'unpriced'], queryFn: () => send(calls.pricing.unpriced) })
}

/** Deletes the operator's own ratios. */
export const useResetRatios = () => useChange(() => send(calls.options.resetModelRatio))

/** Sends a test mail. Resolves to its address. */
export const useTestMail = (): UseMutationResult<string, Error, string> =>
  useMutation({ mutationFn: to => send(calls.mail.test, { body: { to } }) })

/** Current problems. */
export const useAlerts = (): UseQueryResult<Alert[]> =>
  useQuery({ queryKey: ['alerts'], queryFn: () => send(calls.alerts.list), refetchInterval: ALERTS_MS })

const ALERTS_MS = 30_000

/** Sends a test alert. Resolves to the result of each way. */
export const useTestAlert = (): UseMutationResult<ReplyOf<typeof calls.alerts.test>, Error, void> =>
  useMutation({ mutationFn: () => send(calls.alerts.test) })

/** Reads the endpoints from a discovery document. */
export const useOidcDiscovery = (): UseMutationResult<ReplyOf<typeof calls.site.discoverOidc>, Error, string> =>
  useMutation({ mutationFn: well_known => send(calls.site.discoverOidc, { body: { well_known } }) })

interface ProviderChange {
  /** The whole new list. */
  list: readonly object[]
  /** The list as the page saw it, as text. */
  seen: string
  slug: string
  /** Empty: the stored one stays. */
  secret: string
}

/** Saves a further OIDC provider, and its secret if one was typed. */
export const useSaveProvider = () =>
  useChange(
    async ({ list, seen, slug, secret }: ProviderChange) => {
      await saveProviders(list, seen)
      if (secret !== '') await send(calls.site.setProviderSecret, { body: { slug, secret } })
    },
    { quiet: true },
  )

/** Removes a provider and its secret. */
export const useRemoveProvider = () =>
  useChange(async ({ slug, rest, seen }: { slug: string; rest: readonly object[]; seen: string }) => {
    await saveProviders(rest, seen)
    await send(calls.site.setProviderSecret, { body: { slug, secret: '' } })
  })

const saveProviders = (list: readonly object[], expected: string) =>
  send(calls.options.update, { body: { key: 'oidc.providers', value: JSON.stringify(list), expected } })

async function loadOptions(): Promise<StoredOptions> {
  const [list, secretsSet] = await Promise.all([send(calls.options.list), send(calls.options.secrets)])
  const texts = Object.fromEntries(list.map(({ key, value }) => [key, value]))
  return {
    textOf: key => texts[key] ?? optionLines[key].write(optionLines[key].default),
    isSecretSet: key => secretsSet[key] === true,
  }
}

/** Saves switches first, one by one, because some need others; then the rest at once. */
async function saveOptions(texts: Texts): Promise<Texts> {
  const changed = optionKeys.filter(key => texts[key] !== undefined)
  const switches = changed.filter(key => optionLines[key].control === 'switch')
  const others = changed.filter(key => optionLines[key].control !== 'switch')
  const refused: Texts = {}
  const save = async (key: OptionKey) => {
    try {
      await send(calls.options.update, { body: { key, value: texts[key] ?? '' } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refused[key] = error.message
    }
  }
  for (const key of switches) await save(key)
  await Promise.all(others.map(save))
  return refused
}
