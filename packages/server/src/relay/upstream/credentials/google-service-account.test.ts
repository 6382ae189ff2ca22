import { afterAll, beforeEach, expect, test } from 'bun:test'
import type { ProviderChannel } from '@tollgate/gateway'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import type { Authorize } from './authorize.ts'
import { googleServiceAccount } from './google-service-account.ts'

const keys = await generateKeyPair('RS256', { extractable: true })
const pem = await exportPKCS8(keys.privateKey)

const asked: URLSearchParams[] = []
let answer: () => Response
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    asked.push(new URLSearchParams(await request.text()))
    return answer()
  },
})
const tokenUri = `http://127.0.0.1:${server.port}/token`
afterAll(() => server.stop(true))

let time: number
let prove: Authorize
beforeEach(() => {
  asked.length = 0
  answer = () => Response.json({ access_token: `token ${asked.length}`, expires_in: 3_600 })
  time = 1_000_000
  prove = googleServiceAccount(() => time)
})

const account = (fields: object = {}): ProviderChannel => ({
  type: 41,
  baseUrl: '',
  other: '',
  organization: '',
  key: JSON.stringify({
    client_email: 'someone@example.com',
    private_key: pem,
    private_key_id: 'k1',
    token_uri: tokenUri,
    ...fields,
  }),
})
const request = { url: 'http://up', headers: {}, body: '', proxy: '' }

test('the account signs its identity for the token endpoint', async () => {
  expect(await prove(account(), request)).toEqual({ authorization: 'Bearer token 1' })
  expect(asked[0]?.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const statement = await jwtVerify(asked[0]?.get('assertion') ?? '', keys.publicKey, {
    currentDate: new Date(time * 1000),
  })
  expect(statement.protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' })
  expect(statement.payload).toEqual({
    iss: 'someone@example.com',
    aud: tokenUri,
    scope: 'https://www.googleapis.com/auth/cloud-platform',
    iat: time,
    exp: time + 3_600,
  })
})

test('concurrent calls share one exchange', async () => {
  const proofs = await Promise.all(Array.from({ length: 50 }, () => prove(account(), request)))
  expect(new Set(proofs.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer token 1']))
  expect(asked).toHaveLength(1)
})

test('a token is used until shortly before it expires', async () => {
  await prove(account(), request)
  time += 3_400
  expect(await prove(account(), request)).toEqual({ authorization: 'Bearer token 1' })
  time += 100
  expect(await prove(account(), request)).toEqual({ authorization: 'Bearer token 2' })
})

test('each account has its own token', async () => {
  await prove(account(), request)
  expect(await prove(account({ client_email: 'other@example.com' }), request)).toEqual({
    authorization: 'Bearer token 2',
  })
})

test('a refusal is reported and not cached', async () => {
  answer = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
  expect(prove(account(), request)).rejects.toMatchObject({ code: 'upstream_credentials' })
  await prove(account(), request).catch(() => undefined)
  answer = () => Response.json({ access_token: 'at last', expires_in: 3_600 })
  expect(await prove(account(), request)).toEqual({ authorization: 'Bearer at last' })
})

test.each([
  ['no account', { client_email: undefined }],
  ['a key that cannot sign', { private_key: 'nonsense' }],
  ['an address that does not answer', { token_uri: 'http://127.0.0.1:9/token' }],
])('%s is no credential', async (_name, fields) => {
  expect(prove(account(fields), request)).rejects.toMatchObject({ code: 'upstream_credentials' })
})
