import type { Provider } from './provider.ts'

/** Cohere: conversations by its second version. */
export const cohere: Provider = {
  speaks: () => new Set(),
  converses: () => ({ dialect: 'cohere' }),
  address: ({ channel, path }) => channel.baseUrl + path,
  headers: ({ channel }) => ({ authorization: `Bearer ${channel.key}` }),
}
