import type { AppContext } from '../app-context.ts'
import { keyIdOf, openKeys } from '../channels/keys.ts'
import { disableChannel } from '../channels/set-status.ts'
import { KEY_STATUS, keyStates } from './store.ts'

type Context = Pick<AppContext, 'db' | 'secrets' | 'changeEvents' | 'notifications' | 'now'>

/** Disables a channel of whose keys none is left enabled. `reason`: what the upstream said of the last. */
export async function disableWithoutKeys(context: Context, channelId: number, reason: string): Promise<void> {
  const { db, secrets } = context
  const states = new Map((await keyStates(db, channelId)).map(({ key, status }) => [key, status]))
  const isEnabled = (key: string) => (states.get(keyIdOf(key, secrets)) ?? KEY_STATUS.ok) === KEY_STATUS.ok
  await disableChannel(
    context,
    channelId,
    reason,
    channel => channel.key_spread !== '' && !openKeys(channel, secrets).some(isEnabled),
  )
}
