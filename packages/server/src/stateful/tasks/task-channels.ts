import type { Kysely } from 'kysely'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import { openChannel } from '../../relay/candidates/channel-index.ts'
import { withKey } from '../../relay/candidates/keys/channel-keys.ts'
import type { MachineRow } from './task/task.ts'
import type { TaskChannel } from './vendor.ts'

type Made = Pick<MachineRow, 'channel_id' | 'channel_type' | 'channel_key'>

/**
 * Returns a task's channel with its key, as currently stored, even if it is disabled: it must continue what it has started.
 * Null: it was deleted or now has another type.
 */
export type ReadTaskChannel = (task: Made) => Promise<TaskChannel | null>

export const readTaskChannel =
  (db: Kysely<Tables>, secrets: Secrets): ReadTaskChannel =>
  async ({ channel_id, channel_type, channel_key }) => {
    const row = await db.selectFrom('channels').selectAll().where('id', '=', channel_id).executeTakeFirst()
    if (!row || row.type !== channel_type) return null
    const channel = openChannel(row, secrets)
    return channel ? withKey(channel, channel_key) : null
  }
