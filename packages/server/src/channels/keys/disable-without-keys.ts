import { KEY_STATUS, keyStates } from '../../relay/candidates/keys/key-state-store.ts'
import { keyIdOf, openKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { disableChannel } from '../channels/set-status.ts'
import type { ChannelsContext } from '../context.ts'

type Context = Pick<ChannelsContext, 'db' | 'secrets' | 'changeEvents' | 'notifications' | 'now'>

/** Disables a channel that has no enabled key left. `reason`: what the upstream said about the last one. */
export async function disableWithoutKeys(context: Context, channelId: number, reason: string): Promise<void> {
  const { secrets } = context
  await disableChannel(context, channelId, reason, async (channel, db) => {
    if (channel.key_spread === '') return false
    // Read under the channel's lock, because an administrator may have enabled a key meanwhile.
    const states = new Map((await keyStates(db, channelId)).map(({ key, status }) => [key, status]))
    return openKeys(channel, secrets).every(
      key => (states.get(keyIdOf(key, secrets)) ?? KEY_STATUS.ok) !== KEY_STATUS.ok,
    )
  })
}
