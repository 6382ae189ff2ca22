import type { Db } from '../../platform/storage/db.ts'
import type { ChannelChange, ChannelRow } from '../../platform/storage/schema.ts'
import { describeChanges } from '../../records/logs/acts/describe-changes.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import { channelTypes } from './channel-types.ts'
import { updateChannel } from './store.ts'

/**
 * How the log describes each changed field. For fields that may hold keys and passwords it says only that they changed.
 */
const TOLD = {
  name: 'value',
  type: nameOfType,
  status: { 1: 'enabled', 2: 'disabled', 3: 'autoDisabled' },
  key_sealed: 'name',
  key_spread: { random: 'random', in_turn: 'in_turn' },
  base_url: 'address',
  models: 'value',
  group: 'value',
  priority: 'value',
  weight: 'value',
  tag: 'value',
  auto_ban: { 0: 'off', 1: 'on' },
  test_model: 'value',
  model_mapping: 'value',
  status_code_mapping: 'value',
  max_input_tokens: 'value',
  openai_organization: 'name',
  other: 'name',
  setting: 'name',
  param_override: 'name',
} as const

/** Not a setting: no form shows it, and the gateway changes it automatically. */
const STATE = 'status'

/** Stores a checked change of a channel whose row is locked, and logs it if anything changed. */
export async function changeRow(actor: Actor, db: Db, before: ChannelRow, change: ChannelChange): Promise<ChannelRow> {
  if (Object.keys(change).length === 0) return before
  const isOfSettings = (Object.keys(change) as (keyof ChannelChange)[]).some(
    field => field !== STATE && change[field] !== before[field],
  )
  const version = isOfSettings ? { version: before.version + 1 } : {}
  const after = (await updateChannel(db, before.id, { ...change, ...version })) ?? before
  const changes = describeChanges(before, after, TOLD)
  if (changes.length > 0) {
    const { id, name } = after
    await recordAct(actor, 'channel_changed', { id, name, changes: { changes } }, { db, channelId: id })
  }
  return after
}

function nameOfType(value: unknown): string {
  return channelTypes.find(({ type }) => type === value)?.name ?? String(value)
}
