import type { Provider } from './provider.ts'
import { taskHost } from './task-host.ts'

const ACCESS_KEY_FORMAT = 'AccessKey|SecretKey'

/** A key of two parts signs; a key of one part, for example another gateway's, is sent unchanged. */
const signedBy = (credential: 'kling-token' | 'volcengine-signature'): Partial<Provider> => ({
  headers: ({ channel: { key } }): Record<string, string> =>
    splitAccessKey(key) ? {} : { authorization: `Bearer ${key}` },
  credential: ({ key }) => (splitAccessKey(key) ? credential : undefined),
  secrets: ({ key }) => Object.values(splitAccessKey(key) ?? {}),
})

/** null: the key has one part. */
export function splitAccessKey(key: string): { accessKey: string; secretKey: string } | null {
  const [accessKey, secretKey, ...more] = key.split('|').map(part => part.trim())
  return accessKey && secretKey && more.length === 0 ? { accessKey, secretKey } : null
}

/** Hosts that only make videos. The server's tasks define their calls. */
export const videoHosts: readonly Provider[] = [
  {
    ...taskHost({
      type: 50,
      id: 'kling',
      name: 'Kling',
      color: 'lime',
      baseUrl: 'https://api-singapore.klingai.com',
      keyFormat: ACCESS_KEY_FORMAT,
      modelNames: [
        'kling-v1',
        'kling-v1-5',
        'kling-v1-6',
        'kling-v2-1',
        'kling-v2-1-master',
        'kling-v2-5-turbo',
        'kling-v2-6',
        'kling-v2-master',
        'kling-v3',
      ],
    }),
    ...signedBy('kling-token'),
  },
  {
    ...taskHost({
      type: 51,
      id: 'jimeng',
      name: 'Jimeng',
      color: 'geekblue',
      baseUrl: 'https://visual.volcengineapi.com',
      keyFormat: ACCESS_KEY_FORMAT,
      modelNames: ['jimeng_v30', 'jimeng_v30_1080p', 'jimeng_v30_pro', 'jimeng_vgfm_i2v_l20', 'jimeng_vgfm_t2v_l20'],
    }),
    ...signedBy('volcengine-signature'),
  },
  {
    ...taskHost({
      type: 52,
      id: 'vidu',
      name: 'Vidu',
      color: 'purple',
      baseUrl: 'https://api.vidu.cn',
      modelNames: ['vidu1.5', 'vidu2.0', 'viduq1', 'viduq2', 'viduq2-pro', 'viduq2-turbo'],
    }),
    headers: ({ channel }) => ({ authorization: `Token ${channel.key}` }),
  },
  taskHost({
    type: 54,
    id: 'seedance',
    name: 'Doubao Seedance',
    color: 'blue',
    baseUrl: 'https://ark.cn-beijing.volces.com',
    modelNames: [
      'doubao-seedance-1-0-lite-i2v-250428',
      'doubao-seedance-1-0-lite-t2v-250428',
      'doubao-seedance-1-0-pro-250528',
      'doubao-seedance-1-0-pro-fast-251015',
      'doubao-seedance-1-5-pro-251215',
      'doubao-seedance-2-0-260128',
    ],
  }),
  taskHost({
    type: 55,
    id: 'sora',
    name: 'OpenAI Sora',
    color: 'green',
    baseUrl: 'https://api.openai.com',
    modelNames: ['sora-2', 'sora-2-pro'],
  }),
]
