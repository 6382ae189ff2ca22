import type { Generated, Selectable } from 'kysely'
import type { Defaulted } from './columns.ts'

export interface BatchTables {
  relay_files: RelayFilesTable
  relay_batches: RelayBatchesTable
}

/** A file stored at an upstream, with its channel and owner. */
export interface RelayFilesTable {
  /** The order of lists. */
  seq: Generated<number>
  /** The id its owner sees. */
  id: string
  user_id: number
  channel_id: number
  /** The key of the channel that created it; empty: its only one. */
  channel_key: Defaulted<string>
  upstream_id: string
  purpose: string
  /** The upstream's description as JSON, without its id. */
  body: string
  /** For requests of a batch: their model, their path, and their maximum size (`BatchSize`). */
  model: Defaulted<string>
  endpoint: Defaulted<string>
  size: Defaulted<string>
  created_at: number
  deleted_at: Defaulted<number | null>
}

/** A batch at an upstream, with its channel, its owner and the quota held for it. */
export interface RelayBatchesTable {
  /** The order of lists. */
  seq: Generated<number>
  /** The id its owner sees. */
  id: string
  protocol: 'openai' | 'anthropic'
  /**
   * `creating`: the upstream may not have it; `running`: the upstream has it, and it is not charged yet; `settled`:
   * charged or refunded.
   */
  state: 'creating' | 'running' | 'settled'
  user_id: number
  token_id: number
  channel_id: number
  /** The key of the channel that created it; empty: its only one. */
  channel_key: Defaulted<string>
  /** Empty: not known yet. */
  upstream_id: Defaulted<string>
  /** The upstream's last description, as JSON in its own words. */
  body: Defaulted<string>
  /** OpenAI's: the path of its requests, and its files by our ids; result file ids are fixed in advance. */
  endpoint: Defaulted<string>
  input_file: Defaulted<string>
  output_file: Defaulted<string>
  error_file: Defaulted<string>
  requests: number
  /** JSON: its price and the facts for its log rows (`BatchTerms`). */
  terms: string
  /** Quota held for it, and the part that counts against the token's cap. */
  held: number
  held_of_token: number
  created_at: number
  /** When the upstream is to be asked again. */
  poll_at: number
  deleted_at: Defaulted<number | null>
}

export type RelayFileRow = Selectable<RelayFilesTable>
export type RelayBatchRow = Selectable<RelayBatchesTable>
