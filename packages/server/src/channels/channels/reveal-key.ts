import { consoleError } from '../../platform/http/console-error.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import { openKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { findChannel } from './store.ts'

/** Returns a channel's upstream keys to an administrator, one per line, after logging who saw them. */
export async function revealKey(actor: Actor, id: number): Promise<string> {
  const { db, secrets } = actor.app
  const channel = await findChannel(db, id)
  if (!channel) throw consoleError('channel_not_found')
  await recordAct(actor, 'key_revealed', { id, name: channel.name }, { channelId: id })
  return openKeys(channel, secrets).join('\n')
}
