import type { Channel } from '@tollgate/contract'
import { mayDo } from '../../platform/http/rights.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { withoutSecrets } from '../../records/logs/acts/describe-changes.ts'
import { openSetting } from '../../relay/candidates/channel-setting.ts'

/** Returns a channel as the console sees it, without its key. */
export function toChannel({ key_sealed, setting, ...channel }: ChannelRow, secrets: Secrets): Channel {
  return { ...channel, setting: openSetting(setting, secrets) }
}

/**
 * The same for one administrator: without the right to keys, it also omits proxies, overrides and passwords in
 * addresses.
 */
export function channelFor<One extends Channel>(caller: Caller, channel: One): One {
  if (mayDo(caller, 'channels.keys')) return channel
  return { ...channel, setting: '', param_override: '', base_url: withoutSecrets(channel.base_url) }
}
