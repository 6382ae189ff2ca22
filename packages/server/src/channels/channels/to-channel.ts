import type { Channel } from '@tollgate/contract'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { openSetting } from '../../relay/candidates/channel-setting.ts'

/** Returns a channel as the console sees it, without its key. */
export function toChannel({ key_sealed, setting, ...channel }: ChannelRow, secrets: Secrets): Channel {
  return { ...channel, setting: openSetting(setting, secrets) }
}
