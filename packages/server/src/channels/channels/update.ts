import type { Channel, ChannelConflict, CheckedInputOf, calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import type { Actor } from '../../records/logs/acts/record-act.ts'
import { sealSetting } from '../../relay/candidates/channel-setting.ts'
import { keysOf, openKeys, sealKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { changeRow } from './change-row.ts'
import { checkFields } from './check-fields.ts'
import { lockChannel } from './store.ts'
import { toChannel } from './to-channel.ts'

type Change = CheckedInputOf<typeof calls.channels.update>['body']

/** Changes the given fields of a channel. Absent fields, and an empty key, stay as they are; given keys replace all. */
export async function changeChannel(actor: Actor, { id, version, key = '', ...fields }: Change): Promise<Channel> {
  const { db, databaseKind, secrets, changeEvents } = actor.app
  const row = await inTransaction(db, async db => {
    const before = await lockChannel(db, databaseKind, id)
    if (!before) throw consoleError('channel_not_found')
    if (version !== undefined && version !== before.version) throwConflict(before, fields, secrets)
    checkFields(fields, { ...before, ...fields })
    if (fields.setting !== undefined) fields.setting = sealSetting(fields.setting, secrets)
    const given = keysOf(fields.type ?? before.type, key)
    const spread = fields.key_spread ?? before.key_spread
    const isSealedAnew = given.length > 0 || (spread === '') !== (before.key_spread === '')
    const keys = given.length > 0 || !isSealedAnew ? given : openKeys(before, secrets)
    if (spread === '' && keys.length > 1) throw consoleError('channel_one_key', {}, 'key')
    return changeRow(actor, db, before, { ...fields, ...(isSealedAnew && sealKeys(keys, spread, secrets)) })
  })
  await changeEvents.emit('channels', id)
  return toChannel(row, secrets)
}

/** Tells a caller with an older version which stored values differ from theirs. */
function throwConflict(row: ChannelRow, fields: Omit<Change, 'id' | 'version' | 'key'>, secrets: Secrets): never {
  const stored = toChannel(row, secrets)
  const names = (Object.keys(fields) as (keyof typeof fields)[]).filter(name => fields[name] !== stored[name])
  const differs = names.map(name => [name, { yours: fields[name] ?? '', stored: stored[name] }] as const)
  const error = consoleError('channel_changed_meanwhile', { name: row.name })
  error.data = { version: row.version, differs: Object.fromEntries(differs) } satisfies ChannelConflict
  throw error
}
