import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import type { AppContext } from '../../start/app-context.ts'
import { siteEndpoints } from './routes.ts'

const ISSUER = 'https://id.example'
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  userinfo_endpoint: `${ISSUER}/me`,
  jwks_uri: `${ISSUER}/keys`,
}

const [sqlite] = databases()
let database: TestDatabase
let app: AppContext
let root: ConsoleClient
/** The stand-in's answer for each path. */
const answers = new Map<string, () => Response>()
const service = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: request => answers.get(new URL(request.url).pathname)?.() ?? new Response('', { status: 404 }),
})
const at = (path: string) => `http://127.0.0.1:${service.port}${path}`
beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  app = await testApp(database, { version: '1.2.0' })
  root = await signedIn(app, siteEndpoints, 'root')
})
afterAll(async () => {
  await service.stop(true)
  await database.close()
})

describe('the discovery of an OIDC provider', () => {
  const discover = (well_known: string, language?: 'zh' | 'en' | 'ru') =>
    root('POST', '/api/option/oidc_discovery', { body: { well_known }, language })
  const answer = (respond: () => Response) => answers.set('/.well-known/openid-configuration', respond)
  const address = at('/.well-known/openid-configuration')

  test('gives the three endpoints of the document, and nothing else of it', async () => {
    answer(() => Response.json(METADATA))
    expect((await discover(` ${address} `)).data).toEqual({
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      user_info_endpoint: `${ISSUER}/me`,
    })
    const { userinfo_endpoint: _, ...without } = METADATA
    answer(() => Response.json(without))
    expect((await discover(address)).data).toMatchObject({ user_info_endpoint: '' })
  })

  test.each(['', 'id.example', 'ftp://id.example/', 'file:///etc/passwd', 'http://'])('refuses %j', async wrong => {
    expect(await discover(wrong)).toMatchObject({
      code: 'oidc_well_known_invalid',
      field: 'well_known',
      message: 'The discovery address must start with http:// or https://',
    })
  })

  const failures: Array<[string, () => Response]> = [
    ['an error', () => Response.json(METADATA, { status: 500 })],
    ['a redirect', () => Response.redirect('http://127.0.0.1:1/', 302)],
    ['no JSON', () => new Response('<html>')],
    ['no endpoints', () => Response.json({ issuer: ISSUER })],
    ['an endpoint of another kind', () => Response.json({ ...METADATA, token_endpoint: 'javascript:alert(1)' })],
    ['too much', () => new Response('x'.repeat(2 * 1024 * 1024))],
  ]
  test.each(failures)('fails in the reader’s language if the answer is %s', async (_, respond) => {
    answer(respond)
    expect(await discover(address)).toMatchObject({
      code: 'oidc_discovery_failed',
      message: 'Fetching the OIDC configuration failed, check the network and the well-known URL',
    })
    expect((await discover(address, 'zh')).message).toBe('获取 OIDC 配置失败，请检查网络状况和 Well-Known URL 是否正确')
  })

  test('fails if nobody answers', async () => {
    expect((await discover('http://127.0.0.1:1/')).code).toBe('oidc_discovery_failed')
  })
})

describe('the update check', () => {
  const check = () => root('POST', '/api/site/update_check')
  const told = (release: unknown) => answers.set('/latest', () => Response.json(release))

  test('needs its address', async () => {
    expect(await check()).toMatchObject({ code: 'update_address_missing', field: 'UpdateCheckUrl' })
    await app.options.set('UpdateCheckUrl', at('/latest'))
  })

  test.each([
    ['v1.3.0', true],
    ['1.2.0', false],
    ['v1.1.9', false],
    ['1.10.0', true],
    ['1.2.0-rc.1', false],
  ])('says of %s whether it is newer than 1.2.0: %p', async (tag_name, isNewer) => {
    told({ tag_name, body: '**News**', html_url: 'https://code.example/releases/1' })
    expect((await check()).data).toEqual({
      current: '1.2.0',
      latest: tag_name,
      isNewer,
      notes: '**News**',
      url: 'https://code.example/releases/1',
    })
  })

  test('understands a package registry, and shows no invalid link', async () => {
    told({ version: '2.0.0', html_url: 'javascript:alert(1)' })
    expect((await check()).data).toEqual({ current: '1.2.0', latest: '2.0.0', isNewer: true, notes: '', url: '' })
  })

  test.each([[{}], [{ tag_name: 'nightly' }], [[]], ['text'], [{ tag_name: 5 }]])('fails on %j', async release => {
    told(release)
    expect(await check()).toMatchObject({
      code: 'update_check_failed',
      message: 'Update check failed, please try again later',
    })
  })
})
