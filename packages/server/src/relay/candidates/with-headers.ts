import { type ChannelSetting, filledHeader } from '@tollgate/contract'
import type { Provider, ProviderCall } from '@tollgate/gateway'

/** Returns the provider with a channel's own headers on each of its calls, in place of those with the same name. */
export function withHeaders(provider: Provider, headers: ChannelSetting['headers']): Provider {
  const own = Object.entries(headers).map(([name, value]) => ({ name: name.toLowerCase(), value }))
  if (own.length === 0) return provider
  return { ...provider, headers: call => overridden(provider.headers(call), own, call) }
}

function overridden(
  usual: Record<string, string>,
  own: readonly { name: string; value: string }[],
  { channel: { key }, clientHeaders }: ProviderCall,
): Record<string, string> {
  const all = { ...usual }
  for (const { name, value } of own) {
    const filled = filledHeader(value, { key, clientHeader: header => clientHeaders.get(header) })
    if (filled === null) continue
    for (const known of Object.keys(all)) if (known.toLowerCase() === name) delete all[known]
    all[name] = filled
  }
  return all
}
