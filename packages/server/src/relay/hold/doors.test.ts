import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Token } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { DOORS, type Json, makeDoorChannels, readsMuch, tooLittleAt } from '../../../test/support/doors.ts'
import { signUp, startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

const CALLS = 5
const CAP = 20_000

for (const { kind, open } of databases()) {
  describe(`a small wallet on ${kind}`, () => {
    let database: TestDatabase
    let upstream: WireUpstream
    let gateway: TestGateway
    let app: RunningApp

    beforeAll(async () => {
      database = await open()
      upstream = startWireUpstream(readsMuch)
      gateway = await startGateway(database.place.DATABASE_URL, async (...how) => {
        app = await buildAppContext(...how)
        return app
      })
      await makeDoorChannels(gateway, upstream.url)
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    const ask = (path: string, bearer: string, body: Json | string) =>
      fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })

    test.each(DOORS)('cannot make a call that costs more: %s of %s: %j', async (path, model, body) => {
      const token = await gateway.makeToken({ unlimited_quota: false, remain_quota: CAP })
      const before = upstream.requests.length
      const calls = Array.from({ length: CALLS }, () =>
        ask(path, token.bearer, typeof body === 'string' ? body : { model, max_tokens: 50, ...body }),
      )
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(statuses).toEqual(Array(CALLS).fill(tooLittleAt(path)))
      expect(upstream.requests.length).toBe(before)
    })

    test('that is empty has no long form read', async () => {
      const user = await signUp(app, 1)
      const [token] = await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', {
        name: 'a',
        unlimited_quota: true,
      })
      const body = new FormData()
      body.append('model', 'sounds')
      body.append('file', new File([Buffer.alloc(2 * 1024 * 1024)], 'a.wav'))
      const before = upstream.requests.length
      const refused = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
        method: 'POST',
        headers: { authorization: `Bearer sk-${token?.key}` },
        body,
      })
      expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'balance_empty' } }])
      expect(upstream.requests.length).toBe(before)
    })
  })
}
