import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  calls,
  type KnownFacts,
  type ModelPrice,
  type ModelPriceDraft,
  type OptionKey,
  optionTable,
  type PriceDocument,
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
import { type AboutTables, withEntry } from './about-values.ts'
import type { Entry } from './document/entry.ts'

export const useModelPrices = (): UseQueryResult<ModelPrice[]> =>
  useQuery({ queryKey: ['model-prices'], queryFn: () => send(calls.modelPrices.list) })

export type Prices = Record<string, OwnPrice>
type ModelDraft = Record<(typeof optionOf)[keyof typeof optionOf], Record<string, number | null>>
export type PricesDraft = ModelPriceDraft

/** Prices as a draft: omitted prices are removed. */
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

interface DocumentChange {
  model: string
  /** Null removes the document, and leaves the model's ratios. */
  entry: Entry | null
  /** Those stored so far. */
  documents: Readonly<Record<string, Entry>>
  tables: PriceTables
}

/** What storing a document changes: it takes the place of the model's own ratios, which would win over it. */
export const documentDraft = ({ model, entry }: Pick<DocumentChange, 'model' | 'entry'>): PricesDraft => ({
  ...(entry && draftOf({ [model]: {} })),
  ModelPrices: { [model]: entry as PriceDocument | null },
})

/** Stores a document, and then removes the ratios: at no moment is the model without a price. */
export const useSaveDocument = () =>
  useChange(
    async ({ model, entry, documents, tables }: DocumentChange) => {
      const { write } = optionTable.ModelPrices
      await replaceOption('ModelPrices', write(documents), write(withEntry(documents, model, entry)))
      if (entry) await replacePrices(tables, { [model]: {} })
    },
    { quiet: true },
  )

async function replaceOption(key: OptionKey, expected: string, value: string): Promise<void> {
  if (value !== expected) await send(calls.options.update, { body: { key, value, expected } })
}

const TYPING_PAUSE_MS = 300

/** What a draft would change, a moment after it was typed. */
export function usePriceEffect(draft: PricesDraft): UseQueryResult<PriceEffect[]> {
  const key = usePaused(JSON.stringify(draft), TYPING_PAUSE_MS)
  return useQuery({
    queryKey: ['model-prices', 'effect', key],
    queryFn: () => send(calls.modelPrices.effect, { body: { draft: JSON.parse(key) as PricesDraft } }),
    placeholderData: keepPreviousData,
  })
}

/** Stores prices in the options. Refused if somebody else has changed them meanwhile. */
export const useSavePrices = () =>
  useChange(({ tables, prices }: { tables: PriceTables; prices: Prices }) => replacePrices(tables, prices), {
    quiet: true,
  })

async function replacePrices(tables: PriceTables, prices: Prices): Promise<void> {
  const changed = withPrices(tables, prices)
  for (const part of PRICE_PARTS)
    await replaceOption(optionOf[part], writeTable(part, tables[part]), writeTable(part, changed[part]))
}
