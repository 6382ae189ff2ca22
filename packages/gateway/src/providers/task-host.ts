import type { Provider, ProviderFacts } from './provider.ts'

/** Returns a host that only takes tasks (drawings, music, videos), whose calls are defined by the server's tasks. */
export const taskHost = (facts: ProviderFacts): Provider => ({
  ...facts,
  onlyTasks: true,
  nativeFormats: () => new Set(),
  address: ({ channel, path }) => channel.baseUrl + path,
  headers: ({ channel }) => ({ authorization: `Bearer ${channel.key}` }),
})

/** Suno, through a third-party proxy. https://github.com/Suno-API/Suno-API */
export const suno = taskHost({
  type: 36,
  id: 'suno',
  name: 'Suno',
  color: 'purple',
  modelNames: ['suno_music', 'suno_lyrics'],
})
