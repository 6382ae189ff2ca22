import { CHANNEL_STATUS, type CheckedInputOf, type calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import { changeRow } from './change-row.ts'
import { type ChannelFields, checkFields } from './check-fields.ts'
import { channelIds, deleteChannel, lockChannels } from './store.ts'

/** Channels per transaction; it is low because everybody else waits for it. */
const AT_ONCE = 50

/** Deletes channels, each with its row in the log. Returns how many there were. */
export async function deleteChannels(actor: Actor, ids: number[]): Promise<number> {
  let count = 0
  for (const some of chunks(ids)) {
    count += await inTransaction(actor.app.db, async db => {
      const found = await lockChannels(db, actor.app.databaseKind, { ids: some })
      for (const { id, name } of found) {
        await deleteChannel(db, id)
        await recordAct(actor, 'channel_deleted', { id, name }, { db, channelId: id })
      }
      return found.length
    })
  }
  if (count > 0) await actor.app.changeEvents.emit('channels')
  return count
}

/** Deletes all channels that are disabled, whoever disabled them. */
export const deleteDisabled = async (actor: Actor): Promise<number> =>
  deleteChannels(
    actor,
    await channelIds(actor.app.db, { statuses: [CHANNEL_STATUS.disabled, CHANNEL_STATUS.autoDisabled] }),
  )

/** Sets or removes the tag of channels. */
export function tagChannels(actor: Actor, ids: number[], tag: string | null): Promise<number> {
  if (tag === '') throw consoleError('channel_tag_empty', {}, 'tag')
  return changeChannels(actor, ids, { tag: tag ?? '' })
}

/** Changes all channels of a tag. */
export async function changeTag(
  actor: Actor,
  { tag, new_tag, groups, ...same }: CheckedInputOf<typeof calls.manyChannels.changeTag>['body'],
): Promise<number> {
  const change = {
    ...same,
    ...(new_tag !== undefined && { tag: new_tag }),
    ...(groups !== undefined && { group: groups }),
  }
  if (Object.keys(change).length === 0) throw consoleError('channel_tag_unchanged')
  return changeChannels(actor, await idsOf(actor, tag), change)
}

/** Enables or disables all channels of a tag. */
export const switchTag = async (actor: Actor, tag: string, isOn: boolean): Promise<number> =>
  changeChannels(actor, await idsOf(actor, tag), { status: isOn ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled })

async function idsOf({ app }: Actor, tag: string): Promise<number[]> {
  const ids = await channelIds(app.db, { tag })
  if (ids.length === 0) throw consoleError('channel_tag_not_found', { tag })
  return ids
}

async function changeChannels(actor: Actor, ids: number[], change: ChannelFields): Promise<number> {
  let count = 0
  for (const some of chunks(ids)) {
    count += await inTransaction(actor.app.db, async db => {
      const found = await lockChannels(db, actor.app.databaseKind, { ids: some })
      for (const before of found) {
        checkFields(change, { ...before, ...change })
        await changeRow(actor, db, before, change)
      }
      return found.length
    })
  }
  if (count > 0) await actor.app.changeEvents.emit('channels')
  return count
}

const chunks = (ids: number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, index) =>
    ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )
