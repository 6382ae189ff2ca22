import { consoleError } from '../http/console-error.ts'
import { type Actor, recordAct } from '../logs/acts/record-act.ts'
import { findChannel } from './store.ts'

/** Returns a channel's upstream key to an administrator, after logging who saw it. */
export async function revealKey(actor: Actor, id: number): Promise<string> {
  const { db, secrets } = actor.app
  const channel = await findChannel(db, id)
  if (!channel) throw consoleError('channel_not_found')
  await recordAct(actor, 'key_revealed', { id, name: channel.name }, { channelId: id })
  return secrets.decrypt(channel.key_sealed)
}
