import type { FlagKind, KeySpread } from '@tollgate/contract'
import type { Generated, Selectable, Updateable } from 'kysely'
import type { Defaulted, Flag } from './columns.ts'

export interface ChannelTables {
  model_presets: ModelPresetsTable
  channels: ChannelsTable
  channel_key_states: ChannelKeyStatesTable
  channel_flags: ChannelFlagsTable
  abilities: AbilitiesTable
  channel_probes: ChannelProbesTable
}

export interface ChannelsTable {
  id: Generated<number>
  type: number
  key_sealed: string
  openai_organization: Defaulted<string>
  max_input_tokens: Defaulted<number>
  test_model: Defaulted<string>
  status: Defaulted<number>
  name: string
  weight: Defaulted<number>
  created_time: number
  test_time: Defaulted<number>
  response_time: Defaulted<number>
  base_url: Defaulted<string>
  other: Defaulted<string>
  balance: Defaulted<number>
  balance_updated_time: Defaulted<number>
  models: Defaulted<string>
  group: Defaulted<string>
  used_quota: Defaulted<number>
  model_mapping: Defaulted<string>
  status_code_mapping: Defaulted<string>
  priority: Defaulted<number>
  auto_ban: Defaulted<number>
  other_info: Defaulted<string>
  tag: Defaulted<string>
  setting: Defaulted<string>
  param_override: Defaulted<string>
  /** Counts changes of its settings, so that nobody overwrites a change they have not seen. */
  version: Defaulted<number>
  /** Empty: `key_sealed` is one key; else a JSON array of keys. */
  key_spread: Defaulted<KeySpread | ''>
}

/** Saved lists of models for filling in channels. */
export interface ModelPresetsTable {
  id: Generated<number>
  name: string
  /** JSON. */
  items: string
}

/** Key states of channels with several keys; a key without a row is healthy. */
interface ChannelKeyStatesTable {
  channel_id: number
  /** Its id, a keyed hash. */
  key: string
  status: number
  reason: Defaulted<string>
  /** Unix seconds of the last change. */
  since: Defaulted<number>
  /** Unix seconds. */
  rests_until: Defaulted<number>
  /** Unix seconds: when an administrator last enabled it. Findings of calls begun before that do not count. */
  renewed_at: Defaulted<number>
}

/** Where a channel's answers differ from the request. */
interface ChannelFlagsTable {
  channel_id: number
  kind: FlagKind
  /** The model name sent to the upstream. */
  model: string
  /** JSON of the findings. */
  found: string
  /** Unix seconds. */
  since: number
}

/** Which call probes a rested channel, and until when, by the database's clock. */
interface ChannelProbesTable {
  channel_id: number
  /** Empty: the whole channel. */
  model: string
  holder: string
  until: number
}

/** Which channel serves which model in which group: the look-up table for lists and routing. */
export interface AbilitiesTable {
  group: string
  model: string
  channel_id: number
  enabled: Flag
  priority: Defaulted<number>
  weight: Defaulted<number>
  tag: Defaulted<string>
}

export type ChannelRow = Selectable<ChannelsTable>
export type ChannelChange = Updateable<ChannelsTable>
