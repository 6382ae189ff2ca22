import type { JsonObject } from '../raw/json.ts'
import type { Usage } from './usage.ts'

/** Documents to be put in the order of what they say about a query. */
export interface RerankRequest {
  query: string
  documents: (string | JsonObject)[]
  /** How many of the best are wanted; absent: all. */
  topN?: number
  maxTokensPerDocument?: number
  /** The answer is to repeat them. */
  returnsDocuments: boolean
}

export interface RerankAnswer {
  id: string | null
  /** The best first; `index` among the documents asked. */
  results: { index: number; score: number }[]
  /** null: not told. */
  searches: number | null
  /** null: not told. */
  usage: Usage | null
}
