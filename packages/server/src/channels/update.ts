import type { Channel, CheckedInputOf, calls } from '@tollgate/contract'
import { consoleError } from '../http/console-error.ts'
import { describeChanges } from '../logs/acts/describe-changes.ts'
import { type Actor, recordAct } from '../logs/acts/record-act.ts'
import { inTransaction } from '../storage/db.ts'
import { checkFields } from './check-fields.ts'
import { keysOf } from './keys.ts'
import { sealSetting } from './setting.ts'
import { lockChannel, updateChannel } from './store.ts'
import { toChannel } from './to-channel.ts'

/** How the log tells a change. Of what may hold keys and passwords it says only that it changed. */
const TOLD = {
  name: 'value',
  type: 'value',
  status: 'value',
  key_sealed: 'name',
  base_url: 'address',
  models: 'value',
  group: 'value',
  priority: 'value',
  weight: 'value',
  tag: 'value',
  auto_ban: 'value',
  test_model: 'value',
  model_mapping: 'value',
  status_code_mapping: 'value',
  max_input_tokens: 'value',
  openai_organization: 'name',
  other: 'name',
  setting: 'name',
  param_override: 'name',
} as const

/** Changes the given fields of a channel. Absent fields, and an empty key, stay as they are. */
export async function changeChannel(
  actor: Actor,
  { id, key = '', ...fields }: CheckedInputOf<typeof calls.channels.update>['body'],
): Promise<Channel> {
  const { db, databaseKind, secrets, changeEvents } = actor.app
  const row = await inTransaction(db, async db => {
    const before = await lockChannel(db, databaseKind, id)
    if (!before) throw consoleError('channel_not_found')
    checkFields(fields, { ...before, ...fields })
    if (fields.setting !== undefined) fields.setting = sealSetting(fields.setting, secrets)
    const [newKey, ...more] = keysOf(fields.type ?? before.type, key)
    if (more.length > 0) throw consoleError('channel_one_key', {}, 'key')
    const after = await updateChannel(db, id, { ...fields, ...(newKey && { key_sealed: secrets.encrypt(newKey) }) })
    const changes = after && describeChanges(before, after, TOLD)
    if (changes) await recordAct(actor, 'channel_changed', { id, name: after.name, changes }, { db, channelId: id })
    return after
  })
  if (!row) throw consoleError('channel_not_found')
  await changeEvents.emit('channels', id)
  return toChannel(row, secrets)
}
