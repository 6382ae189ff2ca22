import type { Generated, Selectable } from 'kysely'
import type { Defaulted } from './columns.ts'

export interface BatchTables {
  relay_files: RelayFilesTable
  relay_batches: RelayBatchesTable
}

/** A file that lies at an upstream: which channel has it, and whose it is. */
export interface RelayFilesTable {
  /** The order of lists. */
  seq: Generated<number>
  /** What its owner calls it. */
  id: string
  user_id: number
  channel_id: number
  /** The key of the channel it was made with; empty: its only one. */
  channel_key: Defaulted<string>
  upstream_id: string
  purpose: string
  /** What the upstream says of it, as JSON, its id left out. */
  body: string
  /** Of requests for a batch: their model, the path they are for, and what they come to at most (`BatchSize`). */
  model: Defaulted<string>
  endpoint: Defaulted<string>
  size: Defaulted<string>
  created_at: number
  deleted_at: Defaulted<number | null>
}

/** A batch that runs at an upstream, or has: which channel has it, whose it is, and what is held for it. */
export interface RelayBatchesTable {
  /** The order of lists. */
  seq: Generated<number>
  /** What its owner calls it. */
  id: string
  protocol: 'openai' | 'anthropic'
  /** `creating`: the upstream may not have it; `running`: it has, and has not been charged; `settled`: charged or refunded. */
  state: 'creating' | 'running' | 'settled'
  user_id: number
  token_id: number
  channel_id: number
  /** The key of the channel it was made with; empty: its only one. */
  channel_key: Defaulted<string>
  /** Empty: unknown yet. */
  upstream_id: Defaulted<string>
  /** What the upstream said of it last, as JSON in its own words. */
  body: Defaulted<string>
  /** OpenAI's: the path of its requests, and its files by our ids; those for the results are fixed beforehand. */
  endpoint: Defaulted<string>
  input_file: Defaulted<string>
  output_file: Defaulted<string>
  error_file: Defaulted<string>
  requests: number
  /** JSON: what it is priced by and what its log rows say (`BatchTerms`). */
  terms: string
  /** Quota that is held for it, and what of that counts against the token's cap. */
  held: number
  held_of_token: number
  created_at: number
  /** When the upstream is to be asked again. */
  poll_at: number
  deleted_at: Defaulted<number | null>
}

export type RelayFileRow = Selectable<RelayFilesTable>
export type RelayBatchRow = Selectable<RelayBatchesTable>
