import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type ModelPrice, type PriceEffect } from '@tollgate/contract'
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

export const useModelPrices = (): UseQueryResult<ModelPrice[]> =>
  useQuery({ queryKey: ['model-prices'], queryFn: () => send(calls.modelPrices.list) })

export type Prices = Record<string, OwnPrice>
type ModelDraft = Record<(typeof optionOf)[keyof typeof optionOf], Record<string, number | null>>

/** Prices as a draft: omitted prices are removed. */
export function draftOf(prices: Prices): ModelDraft {
  const draft: ModelDraft = { ModelPrice: {}, ModelRatio: {}, CompletionRatio: {}, CacheRatio: {} }
  for (const [model, price] of Object.entries(prices))
    for (const part of PRICE_PARTS) draft[optionOf[part]][model] = price[part] ?? null
  return draft
}

const TYPING_PAUSE_MS = 300

/** The effect of the prices, a moment after they were typed. */
export function usePriceEffect(prices: Prices): UseQueryResult<PriceEffect[]> {
  const key = usePaused(JSON.stringify(prices), TYPING_PAUSE_MS)
  return useQuery({
    queryKey: ['model-prices', 'effect', key],
    queryFn: () => send(calls.modelPrices.effect, { body: { draft: draftOf(JSON.parse(key) as Prices) } }),
    placeholderData: keepPreviousData,
  })
}

/** Stores prices in the options. Refused if somebody else has changed them meanwhile. */
export const useSavePrices = () =>
  useChange(
    async ({ tables, prices }: { tables: PriceTables; prices: Prices }) => {
      const changed = withPrices(tables, prices)
      for (const part of PRICE_PARTS) {
        const [value, expected] = [writeTable(part, changed[part]), writeTable(part, tables[part])]
        if (value !== expected) await send(calls.options.update, { body: { key: optionOf[part], value, expected } })
      }
    },
    { quiet: true },
  )
