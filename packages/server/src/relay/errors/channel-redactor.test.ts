import { expect, test } from 'bun:test'
import { channelSetting } from '@tollgate/contract'
import { providerOf } from '@tollgate/gateway'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { redactorOf } from './channel-redactor.ts'

const ACCOUNT = JSON.stringify({
  project_id: 'our-project-7',
  client_email: 'someone@our-project-7.example',
  private_key:
    '-----BEGIN PRIVATE KEY-----\nMIIEvAIBADANBgkqhkiG9w0\nBAQEFAASCBKYwggSiAgEA\n-----END PRIVATE KEY-----\n',
  private_key_id: '0f1e2d3c4b5a',
})

test.each<[what: string, type: number, fields: object, proxy: string, words: string[]]>([
  ['a key', 1, { key: 'Upstream-Key-1' }, '', ['Upstream-Key-1', 'upstream-key-1', 'Upstream%2DKey%2D1']],
  ['an organization', 1, { organization: 'org-ours-ours' }, '', ['org-ours-ours']],
  ['the host called', 1, {}, '', ['api.hidden.example', 'API.Hidden.Example:8443', 'api\\u002ehidden.example']],
  [
    'what an address tells besides',
    8,
    {
      baseUrl:
        'https://somebody-7:p%40ssword@gate.hidden.example/v1/0a1b2c3d4e5f60718293/chat/completions?code=abc123def456',
    },
    '',
    ['somebody-7', 'p@ssword', 'p%40ssword', 'gate.hidden.example', '0a1b2c3d4e5f60718293', 'abc123def456'],
  ],
  [
    'a proxy and who may use it',
    1,
    {},
    'http://somebody-7:p%40ssword@10.9.8.7:3128',
    ['somebody-7', 'p@ssword', '10.9.8.7:3128', btoa('somebody-7:p@ssword')],
  ],
  [
    'AWS’s key pair',
    33,
    { key: 'OURACCESSKEY|Our/Secret+Access|eu-west-1' },
    '',
    ['OURACCESSKEY', 'Our/Secret+Access'],
  ],
  [
    'a service account',
    41,
    { key: ACCOUNT },
    '',
    [
      'our-project-7',
      'someone@our-project-7.example',
      'MIIEvAIBADANBgkqhkiG9w0',
      'BAQEFAASCBKYwggSiAgEA',
      '0f1e2d3c4b5a',
    ],
  ],
  ['the halves of a key', 26, { key: 'the-id-half.the-secret-half' }, '', ['the-id-half', 'the-secret-half']],
  ['a key and its app', 46, { key: 'the-key-half|the-app-half' }, '', ['the-key-half', 'the-app-half']],
  ['a resource', 3, { baseUrl: 'https://our-resource.openai.azure.com' }, '', ['our-resource']],
  ['an account', 39, { other: 'our-account-id' }, '', ['our-account-id']],
])('%s is hidden', (_what, type, fields, proxy, words) => {
  const provider = providerOf(type)
  if (!provider) throw new Error('no such provider')
  const channel = {
    id: 1,
    type,
    provider,
    key: 'k',
    baseUrl: '',
    other: '',
    organization: '',
    ...fields,
    setting: channelSetting.parse({ proxy }),
  } as unknown as OpenChannel // its other fields do not matter here
  const redactor = redactorOf(channel, 'https://api.hidden.example:8443/v1/chat/completions')
  for (const word of words) expect(redactor.keys(`The word (${word}) of it`)).toBe('The word (***) of it')
  expect(redactorOf(channel, 'https://api.hidden.example:8443/v1/embeddings')).toBe(redactor)
})
