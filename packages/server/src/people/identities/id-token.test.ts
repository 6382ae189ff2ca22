import { afterAll, beforeAll, expect, test } from 'bun:test'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type JsonServer, startJsonServer } from '../../../test/support/json-server.ts'
import { signInBrowser } from '../../../test/support/sign-in-browser.ts'
import { makeRateLimiter } from '../../platform/http/rate-limit.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { markSetUp } from '../setup/store.ts'

type Keys = Awaited<ReturnType<typeof generateKeyPair>>

const [sqlite] = databases()
let database: TestDatabase
let app: AppContext
let server: JsonServer
let [own, foreign]: Keys[] = []
/** The provider's next answer. */
let idToken: string | undefined
let userInfo: object = {}
/** The real time, because the library uses the machine's clock. */
const now = () => Math.floor(Date.now() / 1000)

beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  ;[own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const key = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  server = await startJsonServer(({ url }) => {
    const documents: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer: server.url,
        authorization_endpoint: `${server.url}/auth`,
        token_endpoint: `${server.url}/token`,
        userinfo_endpoint: `${server.url}/me`,
        jwks_uri: `${server.url}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
      },
      '/jwks': { keys: [key] },
      '/token': { access_token: 'a', token_type: 'Bearer', ...(idToken !== undefined && { id_token: idToken }) },
      '/me': userInfo,
    }
    return [200, documents[url.pathname]]
  })
  app = await testApp(database)
  await markSetUp(app.db, app.version, TEST_NOW)
  const options = {
    'oidc.well_known': `${server.url}/.well-known/openid-configuration`,
    'oidc.client_id': 'gate',
    'oidc.client_secret': 'secret',
    'oidc.authorization_endpoint': `${server.url}/auth`,
    'oidc.token_endpoint': `${server.url}/token`,
    'oidc.user_info_endpoint': `${server.url}/me`,
    'oidc.enabled': 'true',
  }
  for (const [key, value] of Object.entries(options)) await app.options.set(key, value)
})
afterAll(() => Promise.all([database.close(), server.stop()]))

type Sign = (claims: JWTPayload) => Promise<string> | string
const signed = (claims: JWTPayload, key = own) => {
  if (!key) throw new Error('no key')
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key.privateKey)
}

/** A sign-in whose token has these claims instead of the correct ones. */
async function comeBack(claims: JWTPayload = {}, sign: Sign = signed, iss = server.url) {
  app = { ...app, rateLimiter: makeRateLimiter(() => TEST_NOW) }
  const browser = signInBrowser(app, endpoints)
  const { state, authorizeUrl } = await browser.begin('oidc')
  const nonce = new URL(authorizeUrl).searchParams.get('nonce') ?? ''
  const right = { iss: server.url, aud: 'gate', sub: 'ann', nonce, iat: now(), exp: now() + 60 }
  idToken = await sign({ ...right, ...claims })
  return browser.comeBack('oidc', { code: 'c', state, iss })
}
const failed = { success: false, code: 'sign_in_provider_failed' }

test('a correct id_token lets its subject in', async () => {
  userInfo = { sub: 'ann', preferred_username: 'ann' }
  expect(await comeBack()).toMatchObject({ success: true, data: { oidc_id: 'ann', username: 'ann' } })
})

test.each<[string, JWTPayload]>([
  ['of another issuer', { iss: 'http://127.0.0.1:1' }],
  ['for another client', { aud: 'another' }],
  ['for several clients and another party', { aud: ['gate', 'another'], azp: 'another' }],
  ['of another sign-in', { nonce: 'another' }],
  ['without a nonce', { nonce: undefined }],
  ['without a subject', { sub: undefined }],
  ['that is over', { exp: 1_000_000_000 }],
  ['without an end', { exp: undefined }],
])('an id_token %s lets nobody in', async (_, claims) => {
  expect(await comeBack(claims)).toMatchObject(failed)
})

test.each<[string, Sign]>([
  ['signed by another key', claims => signed(claims, foreign)],
  ['signed by nobody', claims => new UnsecuredJWT(claims).encode()],
  [
    'signed with the client’s secret',
    claims =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'own' }).sign(Buffer.from('secret'.repeat(8))),
  ],
  ['whose claims were changed', async claims => changed(await signed(claims))],
  ['that is none', () => 'x'],
])('an id_token %s lets nobody in', async (_, sign) => {
  expect(await comeBack({}, sign)).toMatchObject(failed)
})

test('an answer without an id_token, of another provider, or about another person lets nobody in', async () => {
  expect(await comeBack({}, signed, 'http://127.0.0.1:1')).toMatchObject(failed)
  userInfo = { sub: 'bob' }
  expect(await comeBack()).toMatchObject(failed)
  const browser = signInBrowser(app, endpoints)
  const { state } = await browser.begin('oidc')
  idToken = undefined
  expect(await browser.comeBack('oidc', { code: 'c', state })).toMatchObject(failed)
})

/** Keeps the signature and changes the subject. */
function changed(token: string): string {
  const [head, body = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  return [head, Buffer.from(JSON.stringify({ ...claims, sub: 'root' })).toString('base64url'), signature].join('.')
}
