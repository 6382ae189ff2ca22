import { CHANNEL_STATUS, type Channel } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import { findChannel, insertChannel } from './store.ts'
import { toChannel } from './to-channel.ts'

/** Makes another channel with the same key, settings and on/off state, without history. */
export async function copyChannel(actor: Actor, id: number, name?: string): Promise<Channel> {
  const { db, secrets, changeEvents, now } = actor.app
  const row = await inTransaction(db, async db => {
    const original = await findChannel(db, id)
    if (!original) throw consoleError('channel_not_found')
    const copy = await insertChannel(db, { ...withoutHistory(original), ...(name && { name }), created_time: now() })
    await recordAct(actor, 'channel_added', { id: copy.id, name: copy.name }, { db, channelId: copy.id })
    return copy
  })
  await changeEvents.emit('channels')
  return toChannel(row, secrets)
}

function withoutHistory({ id: _, ...row }: ChannelRow): Omit<ChannelRow, 'id'> {
  const status = row.status === CHANNEL_STATUS.enabled ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled
  const blank = { used_quota: 0, balance: 0, balance_updated_time: 0, response_time: 0, test_time: 0 }
  return { ...row, ...blank, status, other_info: '', version: 1 }
}
