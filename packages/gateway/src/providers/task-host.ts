import type { Provider, ProviderFacts } from './provider.ts'

/** Returns a host that takes nothing but tasks (drawings, music, videos): the server's relay knows how each vendor's are made. */
export const taskHost = (facts: ProviderFacts): Provider => ({
  ...facts,
  nativeFormats: () => new Set(),
  address: ({ channel, path }) => channel.baseUrl + path,
  headers: ({ channel }) => ({ authorization: `Bearer ${channel.key}` }),
})
