import { type ChannelSetting, type CheckedInputOf, type calls, channelSetting } from '@tollgate/contract'
import { type Provider, type ProviderChannel, providerOf } from '@tollgate/gateway'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { openSetting } from '../../relay/candidates/channel-setting.ts'
import { keysOf, openKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { withHeaders } from '../../relay/candidates/with-headers.ts'
import { checkFields } from '../channels/check-fields.ts'

/** A channel, stored or in a form, enabled or not, with everything needed to ask its upstream for models. */
export interface ListingChannel extends ProviderChannel {
  provider: Provider
  setting: Readonly<ChannelSetting>
}

/** A stored channel, with the first of its keys. */
export const listingChannel = (row: ChannelRow, secrets: Secrets): ListingChannel =>
  open({
    ...row,
    key: openKeys(row, secrets)[0] ?? '',
    setting: openSetting(row.setting, secrets),
    organization: row.openai_organization,
  })

/** A channel that is still in a form. */
export function draftChannel(given: CheckedInputOf<typeof calls.channelModels.fetchByKey>['body']): ListingChannel {
  const [key] = keysOf(given.type, given.key)
  if (key === undefined) throw consoleError('channel_key_required', {}, 'key')
  const { type, base_url, other, setting } = given
  const unused = { name: '', models: '', model_mapping: '', status_code_mapping: '' }
  checkFields({ type, base_url, other, setting }, { type, base_url, other, setting, ...unused })
  return open({ ...given, key, organization: '' })
}

interface Given extends Pick<ChannelRow, 'type' | 'base_url' | 'other' | 'setting'> {
  key: string
  organization: string
}

function open({ type, base_url, key, other, setting, organization }: Given): ListingChannel {
  const provider = providerOf(type)
  if (!provider) throw consoleError('channel_type_unknown', { type }, 'type')
  const baseUrl = base_url || provider.baseUrl || ''
  const read = readSetting(setting)
  return { type, baseUrl, key, other, organization, provider: withHeaders(provider, read.headers), setting: read }
}

/** Reads a channel's opened setting. A row edited by hand may hold anything. */
export function readSetting(setting: string): ChannelSetting {
  try {
    return channelSetting.parse(JSON.parse(setting || '{}'))
  } catch {
    return channelSetting.parse({})
  }
}
