import type { Channel, CheckedInputOf, calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import { sealSetting } from '../../relay/candidates/channel-setting.ts'
import { keysOf, sealKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { checkFields } from './check-fields.ts'
import { insertChannel } from './store.ts'
import { toChannel } from './to-channel.ts'

const BLANK = { name: '', models: '', base_url: '', other: '', model_mapping: '', setting: '', status_code_mapping: '' }

/** Creates one channel for each given key, with otherwise equal fields, or with `key_spread` one channel for all keys. */
export async function createChannels(
  actor: Actor,
  { key = '', ...given }: CheckedInputOf<typeof calls.channels.create>['body'],
): Promise<Channel[]> {
  const { db, secrets, changeEvents, now } = actor.app
  const fields = { ...BLANK, ...given }
  const keys = keysOf(fields.type, key)
  if (keys.length === 0) throw consoleError('channel_name_and_key_required', {}, 'key')
  checkFields(fields, fields)
  const { key_spread: spread = '' } = fields
  const channel = { ...fields, setting: sealSetting(fields.setting, secrets), created_time: now() }

  const rows = await inTransaction(db, async db => {
    const made = []
    for (const own of spread ? [keys] : keys.map(key => [key])) {
      const row = await insertChannel(db, { ...channel, ...sealKeys(own, spread, secrets) })
      await recordAct(actor, 'channel_added', { id: row.id, name: row.name }, { db, channelId: row.id })
      made.push(row)
    }
    return made
  })
  await changeEvents.emit('channels')
  return rows.map(row => toChannel(row, secrets))
}
