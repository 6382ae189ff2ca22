import type { ChannelKeys, KeyState } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { KEY_STATUS, keyStates, type StoredKeyState } from '../../relay/candidates/keys/key-state-store.ts'
import { hintOf, keyIdOf, openKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { findChannel } from '../channels/store.ts'
import type { ChannelsContext } from '../context.ts'

/** Lists the keys of a channel, without the keys. Throws an `ApiError`. */
export async function listKeys({ db, secrets, now }: ChannelsContext, channelId: number): Promise<ChannelKeys> {
  const channel = await findChannel(db, channelId)
  if (!channel) throw consoleError('channel_not_found')
  const states = new Map((await keyStates(db, channelId)).map(state => [state.key, state]))
  const at = now()
  return {
    spread: channel.key_spread,
    keys: openKeys(channel, secrets).map((key, index) => {
      const id = keyIdOf(key, secrets)
      const stored = channel.key_spread === '' ? undefined : states.get(id)
      const state = stateOf(stored, at)
      const shown = state === 'ok' ? undefined : stored
      return {
        id,
        position: index + 1,
        hint: hintOf(key),
        state,
        until: state === 'resting' ? (stored?.restsUntil ?? 0) : 0,
        reason: shown?.reason ?? '',
        since: shown?.since ?? 0,
      }
    }),
  }
}

function stateOf(stored: StoredKeyState | undefined, now: number): KeyState {
  if (stored?.status === KEY_STATUS.disabled) return 'disabled'
  if (stored?.status === KEY_STATUS.refused) return 'refused'
  return stored && stored.restsUntil > now ? 'resting' : 'ok'
}
