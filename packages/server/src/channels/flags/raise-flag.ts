import type { ChannelFlag } from '@tollgate/contract'
import { findChannel } from '../channels/store.ts'
import type { ChannelsContext } from '../context.ts'
import { insertFlag } from './store.ts'

type Context = Pick<ChannelsContext, 'db' | 'notifications' | 'now'>

/** Flags a channel, and notifies the super admin once. Does nothing if the channel is gone. */
export async function raiseFlag({ db, notifications, now }: Context, found: Omit<ChannelFlag, 'since'>): Promise<void> {
  const channel = await findChannel(db, found.channel_id)
  if (!channel || !(await insertFlag(db, { ...found, since: now() }))) return
  const { channel_id: id, kind, model, served = '', ratio = 0 } = found
  notifications.tellSuperAdmin({
    kind: `channel_flag_${id}_${kind}`,
    quietSeconds: QUIET_SECONDS,
    text: kind === 'other_model' ? 'otherModelServed' : 'countsDrift',
    values: () => [channel.name, String(id), model, kind === 'other_model' ? served : ratio.toFixed(2)],
    page: '/channel',
  })
}

/** At most one notice of a kind per channel and day. */
const QUIET_SECONDS = 86_400
