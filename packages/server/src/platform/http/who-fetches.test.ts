import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { refusedAddresses } from '../../../test/support/refused-addresses.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { askProvider } from './ask-provider.ts'

/** The files that open outbound connections, and who supplies the address. All other code uses one of them. */
const CONNECTING: Record<string, string> = {
  'platform/http/outbound.ts': 'users and models: public addresses alone',
  'platform/http/open-file.ts': 'upstreams, of results: public addresses alone',
  'site/apply/server.ts': 'the operator, of another process: the server itself',
  'platform/http/ask-provider.ts': 'the operator',
  'platform/http/fetch-by-worker.ts': 'the operator',
  'platform/http/object-storage.ts': 'the operator',
  'relay/upstream/media/download.ts': 'the operator: the worker; all else goes through the outbound',
  'relay/upstream/transports/http.ts': 'the operator',
  'relay/upstream/transports/one-message.ts': 'the operator',
  'relay/upstream/transports/websocket.ts': 'the operator',
}
const CONNECTS =
  /(?<![.\w])fetch\(|\bhttps?\.request\b|\{ request \} = url|new WebSocket\(|\bnet\.connect\(|Bun\.connect\(/

test('only a few files open outbound connections', () => {
  const src = join(import.meta.dir, '../..')
  const found = [...new Glob('**/*.ts').scanSync(src)].filter(
    file => !file.endsWith('.test.ts') && CONNECTS.test(withoutMembers(readFileSync(join(src, file), 'utf8'))),
  )
  expect(found.filter(file => !Object.hasOwn(CONNECTING, file))).toEqual([])
  expect(found).toContain('platform/http/outbound.ts')
  expect(found).toContain('relay/upstream/transports/http.ts')
})

/** A method named `fetch` is not the function. */
const withoutMembers = (code: string) => code.replace(/^\s*(async )?fetch\(.*[:{]$/gm, '')

describe('the address of a webhook', () => {
  const [sqlite] = databases()
  let database: TestDatabase
  let app: AppContext
  let user: ConsoleClient
  beforeAll(async () => {
    if (!sqlite) throw new Error('no database to test on')
    database = await sqlite.open()
    app = await testApp(database)
    user = await signedIn(app, endpoints, 'user')
  })
  afterAll(() => database.close())

  const internal = refusedAddresses.flatMap(address => [address, address.replace(/^http:/, 'https:')])
  test.each([...new Set(internal)])('is not %s', async webhook_url => {
    const body = { notify_type: 'webhook', webhook_url, accept_unset_model_ratio_model: false }
    const answer = await user('PUT', '/api/user/setting', { body })
    expect(answer).toMatchObject({ success: false, field: 'webhook_url' })
    expect(JSON.stringify((await user('GET', '/api/user/self')).data)).not.toContain('"webhook_url"')
  })
})

describe('a service the operator chose', () => {
  let server: { url: URL; stop(closeActive: boolean): Promise<void> }
  const asked: string[] = []
  beforeAll(() => {
    server = Bun.serve({
      port: 0,
      fetch(request) {
        const { pathname } = new URL(request.url)
        asked.push(pathname)
        if (pathname === '/redirect') return Response.redirect(`${server.url}secret`)
        if (pathname === '/endless') return new Response('x'.repeat(2 * 1024 * 1024))
        return Response.json({ ok: true })
      },
    })
  })
  afterAll(() => server.stop(true))

  test('cannot redirect a request to another address', async () => {
    expect((await askProvider(`${server.url}redirect`, { form: new URLSearchParams({ secret: 's' }) })).status).toBe(
      302,
    )
    expect(asked).toEqual(['/redirect'])
  })

  test('cannot answer endlessly', async () => {
    expect((await rejection(askProvider(`${server.url}endless`))).message).toContain('longer than')
  })
})
