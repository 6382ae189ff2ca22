import type { Provider } from './provider.ts'

/** AI Proxy's libraries answer questions about documents; each channel is one library. */
export const aiProxyLibrary: Provider = {
  type: 21,
  id: 'aiproxy-library',
  name: 'AI Proxy knowledge base',
  color: 'purple',
  baseUrl: 'https://api.aiproxy.io',
  other: 'library_id',
  nativeFormats: () => new Set(),
  target: () => ({ dialect: 'aiproxy-library' }),
  address: ({ channel }) => `${channel.baseUrl}/api/library/ask`,
  headers: ({ channel }) => ({ authorization: `Bearer ${channel.key}` }),
  patches: ({ channel }) => ({ libraryId: channel.other }),
}
