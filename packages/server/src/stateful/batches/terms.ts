import type { Price } from '@tollgate/gateway'
import { z } from 'zod'

/** What a model in a batch is priced by, fixed when the batch was made. */
export interface ModelTerms {
  model: string
  upstreamModel: string
  /** In batches. */
  price: Price
  requests: number
}

/** What is kept of a batch for its charge and its log rows. */
export interface BatchTerms {
  username: string
  tokenName: string
  group: string
  groupRatio: number
  quotaPerUnit: number
  /** Of the call that made it. */
  requestId: string
  /** The path of that call. */
  path: string
  priceShare: number
  models: ModelTerms[]
  /** Where there are several models: which has which request, by its `custom_id`. */
  modelOf?: Record<string, number>
  /** The periods it counts in, where its user or token has a limit. */
  periodIds?: number[]
}

const written = z.custom<BatchTerms>(value => typeof value === 'object' && value !== null)

/** Reads what `JSON.stringify` of terms wrote. */
export const readTerms = (text: string): BatchTerms => written.parse(JSON.parse(text))
