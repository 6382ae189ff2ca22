import { CHANNEL_STATUS, type ChannelKeys, type CheckedInputOf, type calls, type KeySpread } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import { forgetStates, KEY_STATUS, keyStates, setKeyStatus } from '../../relay/candidates/keys/key-state-store.ts'
import { keyIdOf, keysOf, openKeys, sealKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { lockChannel, updateChannel } from '../channels/store.ts'
import type { ChannelsContext } from '../context.ts'
import { listKeys } from './list-keys.ts'

/** A change of a channel's keys. */
interface KeyChange {
  keys: readonly string[]
  spread?: KeySpread
  /** Keys to enable or disable, by their ids. */
  turned?: { id: string; isOn: boolean }
}

type Change = (keys: readonly string[], channel: ChannelRow) => KeyChange

/** Adds keys, one per line; a channel with one key then has several. */
export const addKeys = (actor: Actor<ChannelsContext>, channelId: number, text: string): Promise<ChannelKeys> =>
  changeKeys(actor, channelId, (keys, { type }) => ({ keys: [...new Set([...keys, ...keysOf(type, text)])] }))

export const spreadKeys = (actor: Actor<ChannelsContext>, channelId: number, spread: KeySpread): Promise<ChannelKeys> =>
  changeKeys(actor, channelId, keys => ({ keys, spread }))

type KeyFields = CheckedInputOf<typeof calls.channelKeys.change>['body']

/** Replaces, enables or disables a key. */
export const changeKey = (actor: Actor<ChannelsContext>, channelId: number, id: string, { key, enabled }: KeyFields) =>
  changeKeys(actor, channelId, (keys, { type }) => {
    const at = placeOf(id, keys, actor)
    const [other, ...more] = key === undefined ? [keys[at] ?? ''] : keysOf(type, key)
    if (other === undefined || more.length > 0) throw consoleError('channel_one_key', {}, 'key')
    const isKnown = keys.some((known, index) => index !== at && known === other)
    if (isKnown) throw consoleError('channel_key_known', {}, 'key')
    const isTurned = key === undefined && enabled !== undefined
    return { keys: keys.with(at, other), ...(isTurned && { turned: { id, isOn: enabled } }) }
  })

export const removeKey = (actor: Actor<ChannelsContext>, channelId: number, id: string): Promise<ChannelKeys> =>
  changeKeys(actor, channelId, keys => ({ keys: keys.toSpliced(placeOf(id, keys, actor), 1) }))

function placeOf(id: string, keys: readonly string[], { app: { secrets } }: Actor): number {
  const at = keys.findIndex(key => keyIdOf(key, secrets) === id)
  if (at === -1) throw consoleError('channel_key_not_found')
  return at
}

/** Changes the keys under a lock. At least one usable key must remain; a channel that had none is enabled again. */
async function changeKeys(actor: Actor<ChannelsContext>, channelId: number, change: Change): Promise<ChannelKeys> {
  const { app } = actor
  const { db, databaseKind, secrets, changeEvents, now } = app
  await inTransaction(db, async db => {
    const channel = await lockChannel(db, databaseKind, channelId)
    if (!channel) throw consoleError('channel_not_found')
    const before = openKeys(channel, secrets)
    const { keys, spread = channel.key_spread || 'random', turned } = change(before, channel)
    const usableBefore = await usableOf(
      db,
      channelId,
      before.map(key => keyIdOf(key, secrets)),
    )
    const gone = before.filter(key => !keys.includes(key))
    const added = keys.filter(key => !before.includes(key))
    // The key's recorded state is deleted with it.
    await forgetStates(
      db,
      channelId,
      [...gone, ...added].map(key => keyIdOf(key, secrets)),
    )
    if (turned) await setKeyStatus(db, channelId, turned.id, turned.isOn, now())
    const usable = await usableOf(
      db,
      channelId,
      keys.map(key => keyIdOf(key, secrets)),
    )
    if (usable === 0 && (usableBefore > 0 || keys.length === 0)) throw consoleError('channel_key_last')
    const isBack = usableBefore === 0 && usable > 0 && channel.status === CHANNEL_STATUS.autoDisabled
    const status = isBack ? { status: CHANNEL_STATUS.enabled, other_info: '' } : {}
    await updateChannel(db, channelId, { ...sealKeys(keys, spread, secrets), ...status })
    const told = {
      id: channelId,
      name: channel.name,
      added: added.length,
      removed: gone.length,
      enabled: turned?.isOn ? 1 : 0,
      disabled: turned?.isOn === false ? 1 : 0,
    }
    await recordAct(actor, 'keys_changed', told, { db, channelId })
  })
  await changeEvents.emit('channel_keys', channelId)
  await changeEvents.emit('channels', channelId)
  return listKeys(app, channelId)
}

/** How many of the keys are not disabled. */
async function usableOf(db: Db, channelId: number, ids: readonly string[]): Promise<number> {
  const states = await keyStates(db, channelId)
  const off = new Set(states.filter(({ status }) => status !== KEY_STATUS.ok).map(({ key }) => key))
  return ids.filter(id => !off.has(id)).length
}
