import type { Provider, ProviderFacts } from './provider.ts'

/** Returns a host that only takes tasks (drawings, music, videos): the server's relay knows how to make each vendor's. */
export const taskHost = (facts: ProviderFacts): Provider => ({
  ...facts,
  onlyTasks: true,
  nativeFormats: () => new Set(),
  address: ({ channel, path }) => channel.baseUrl + path,
  headers: ({ channel }) => ({ authorization: `Bearer ${channel.key}` }),
})

/** Suno, by a third-party proxy. https://github.com/Suno-API/Suno-API */
export const suno = taskHost({
  type: 36,
  id: 'suno',
  name: 'Suno',
  color: 'purple',
  modelNames: ['suno_music', 'suno_lyrics'],
})
