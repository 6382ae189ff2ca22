import type { Channel, CheckedInputOf, calls } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import { consoleError } from '../http/console-error.ts'
import { inTransaction } from '../storage/db.ts'
import { checkFields } from './check-fields.ts'
import { keysOf } from './keys.ts'
import { sealSetting } from './setting.ts'
import { lockChannel, updateChannel } from './store.ts'
import { toChannel } from './to-channel.ts'

/** Changes the given fields of a channel. Absent fields, and an empty key, stay as they are. */
export async function changeChannel(
  { db, databaseKind, secrets, changeEvents }: AppContext,
  { id, key = '', ...fields }: CheckedInputOf<typeof calls.channels.update>['body'],
): Promise<Channel> {
  const row = await inTransaction(db, async db => {
    const before = await lockChannel(db, databaseKind, id)
    if (!before) throw consoleError('channel_not_found')
    checkFields(fields, { ...before, ...fields })
    if (fields.setting !== undefined) fields.setting = sealSetting(fields.setting, secrets)
    const [newKey, ...more] = keysOf(fields.type ?? before.type, key)
    if (more.length > 0) throw consoleError('channel_one_key', {}, 'key')
    return updateChannel(db, id, { ...fields, ...(newKey && { key_sealed: secrets.encrypt(newKey) }) })
  })
  if (!row) throw consoleError('channel_not_found')
  await changeEvents.emit('channels', id)
  return toChannel(row, secrets)
}
