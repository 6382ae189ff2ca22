import { CHANNEL_STATUS } from '@tollgate/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/schema.ts'
import type { ChannelIndex } from '../../relay/candidates/channel-index.ts'

/** More hosts are rarely in use at once. */
const MOST_HOSTS = 16

/** Opens a connection to the upstreams used most, so that their first calls need not wait for names and handshakes. */
export async function connectAhead(
  db: Kysely<Tables>,
  channels: Pick<ChannelIndex, 'byId'>,
  connect: (url: string) => void = fetch.preconnect,
): Promise<void> {
  const most = await db
    .selectFrom('channels')
    .select('id')
    .where('status', '=', CHANNEL_STATUS.enabled)
    .where('used_quota', '>', 0)
    .orderBy('used_quota', 'desc')
    .limit(MOST_HOSTS)
    .execute()
  const origins = most.flatMap(({ id }) => {
    const channel = channels.byId(id)
    const url = channel && channel.setting.proxy === '' ? URL.parse(channel.baseUrl) : null
    return url ? [url.origin] : []
  })
  for (const origin of new Set(origins)) connect(origin)
}
