import type { ChannelType } from '@tollgate/contract'
import { providers } from '@tollgate/gateway'

/** The channel types that can be created, one for each provider. */
export const channelTypes: ChannelType[] = providers.map(
  ({ type, id, name, color, baseUrl = '', knowsAddress, other, keyFormat = '', keyHasLines, legacy }) => ({
    type,
    id,
    name,
    color,
    base_url: baseUrl,
    needs_address: baseUrl === '' && !knowsAddress,
    other: other ?? null,
    key_format: keyFormat,
    key_has_lines: keyHasLines === true,
    legacy: legacy === true,
  }),
)
