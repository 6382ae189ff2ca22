import type { GroupTerms } from '@tollgate/contract'
import type { Price } from '@tollgate/gateway'
import { z } from 'zod'

/** A model's price in a batch, fixed when the batch was created. */
export interface ModelTerms {
  model: string
  upstreamModel: string
  /** The price in batches. */
  price: Price
  requests: number
  /** The mean of their estimated inputs, for results whose host counts none. Absent: an earlier version made the batch. */
  inputTokens?: number
}

/** Facts about a batch for its charge and its log rows. */
export interface BatchTerms extends GroupTerms {
  username: string
  tokenName: string
  group: string
  quotaPerUnit: number
  /** The call that created it. */
  requestId: string
  /** The path of that call. */
  path: string
  priceShare: number
  models: ModelTerms[]
  /** With several models: the index of each request's model, by `custom_id`. */
  modelOf?: Record<string, number>
  /** The periods it counts in, if its user or token has a limit. */
  periodIds?: number[]
}

const written = z.custom<BatchTerms>(value => typeof value === 'object' && value !== null)

/** Reads what `JSON.stringify` of terms wrote. */
export const readTerms = (text: string): BatchTerms => written.parse(JSON.parse(text))
