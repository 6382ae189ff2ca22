import { LOG_TYPE } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import { consoleError } from '../http/console-error.ts'
import type { Caller } from '../http/serve.ts'
import { messageColumns } from '../logs/message.ts'
import { insertLog } from '../logs/store.ts'
import { findChannel } from './store.ts'

/** Returns a channel's upstream key to an administrator, after logging who saw it. */
export async function revealKey({ db, secrets, now }: AppContext, caller: Caller, id: number): Promise<string> {
  const channel = await findChannel(db, id)
  if (!channel) throw consoleError('channel_not_found')
  await insertLog(db, {
    type: LOG_TYPE.manage,
    created_at: now(),
    user_id: caller.id,
    username: caller.username,
    channel_id: id,
    ...messageColumns('key_revealed', { actor: caller.username, id, name: channel.name }),
  })
  return secrets.decrypt(channel.key_sealed)
}
