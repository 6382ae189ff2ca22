import type { JsonObject } from '../raw/json.ts'
import type { Usage } from './usage.ts'

/** Documents to be ranked by their relevance to a query. */
export interface RerankRequest {
  query: string
  documents: (string | JsonObject)[]
  /** How many of the best to return; absent: all. */
  topN?: number
  maxTokensPerDocument?: number
  /** Whether the answer repeats the documents. */
  returnsDocuments: boolean
}

export interface RerankAnswer {
  id: string | null
  /** Best first; `index` is the document's place in the request. */
  results: { index: number; score: number }[]
  /** null: not reported. */
  searches: number | null
  /** null: not reported. */
  usage: Usage | null
}
