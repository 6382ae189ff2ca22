import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  calls,
  type KnownFacts,
  type ModelPrice,
  type OptionKey,
  optionTable,
  type PriceEffect,
} from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'
import { usePaused } from '../../lib/use-paused.ts'
import {
  type OwnPrice,
  optionOf,
  PRICE_PARTS,
  type PriceTables,
  withPrices,
  writeTable,
} from '../settings/prices/price-tables.ts'
import type { AboutTables } from './about-values.ts'

export const useModelPrices = (): UseQueryResult<ModelPrice[]> =>
  useQuery({ queryKey: ['model-prices'], queryFn: () => send(calls.modelPrices.list) })

export type Prices = Record<string, OwnPrice>
type ModelDraft = Record<(typeof optionOf)[keyof typeof optionOf], Record<string, number | null>>

/** Prices as a draft: what a price leaves out is removed. */
export function draftOf(prices: Prices): ModelDraft {
  const draft: ModelDraft = { ModelPrice: {}, ModelRatio: {}, CompletionRatio: {}, CacheRatio: {} }
  for (const [model, price] of Object.entries(prices))
    for (const part of PRICE_PARTS) draft[optionOf[part]][model] = price[part] ?? null
  return draft
}

/** What the built-in lists know of a model. */
export const useKnownFacts = (model: string): UseQueryResult<KnownFacts> =>
  useQuery({
    queryKey: ['model-prices', 'known', model],
    queryFn: () => send(calls.modelPrices.known, { query: { model } }),
  })

/** Stores what is said of models. Refused where somebody else has changed that meanwhile. */
export const useSaveAbout = () =>
  useChange(
    async ({ before, after }: { before: AboutTables; after: AboutTables }) => {
      const { ModelMetadata, 'relay_setting.context_windows': windows } = optionTable
      await replaceOption('ModelMetadata', ModelMetadata.write(before.metadata), ModelMetadata.write(after.metadata))
      await replaceOption(
        'relay_setting.context_windows',
        windows.write(before.contextWindows),
        windows.write(after.contextWindows),
      )
    },
    { quiet: true },
  )

async function replaceOption(key: OptionKey, expected: string, value: string): Promise<void> {
  if (value !== expected) await send(calls.options.update, { body: { key, value, expected } })
}

const TYPING_PAUSE_MS = 300

/** What the prices would change, a moment after they were typed. */
export function usePriceEffect(prices: Prices): UseQueryResult<PriceEffect[]> {
  const key = usePaused(JSON.stringify(prices), TYPING_PAUSE_MS)
  return useQuery({
    queryKey: ['model-prices', 'effect', key],
    queryFn: () => send(calls.modelPrices.effect, { body: { draft: draftOf(JSON.parse(key) as Prices) } }),
    placeholderData: keepPreviousData,
  })
}

/** Stores prices in the options. Refused where somebody else has changed these meanwhile. */
export const useSavePrices = () =>
  useChange(
    async ({ tables, prices }: { tables: PriceTables; prices: Prices }) => {
      const changed = withPrices(tables, prices)
      for (const part of PRICE_PARTS) {
        await replaceOption(optionOf[part], writeTable(part, tables[part]), writeTable(part, changed[part]))
      }
    },
    { quiet: true },
  )
