import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE, ROLE, TOKEN_STATUS, type Token } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { setUpGateway, signUp } from '../../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { audit } from '../../money/ledger/audit.ts'

const BALANCE = 100_000
const CAP = 50_000

/** A console call by the user or an administrator that changes the token or user of the running stream. */
interface Change {
  by: 'user' | 'admin'
  method: string
  path: string
  body?: object
}
interface Ids {
  userId: number
  tokenId: number
}

/** What changes during a stream, and the error code of the token's next call; null: it is answered. */
const CHANGES: [what: string, change: (ids: Ids) => Change, next: string | null][] = [
  [
    'its token is disabled',
    ({ tokenId: id }) => ({
      by: 'user',
      method: 'PUT',
      path: '/api/token/?status_only=true',
      body: { id, status: TOKEN_STATUS.disabled },
    }),
    'token_disabled',
  ],
  [
    'its token expires',
    ({ tokenId: id }) => ({ by: 'user', method: 'PUT', path: '/api/token/', body: { id, expired_time: 1 } }),
    'token_expired',
  ],
  [
    'its token is deleted',
    ({ tokenId }) => ({ by: 'user', method: 'DELETE', path: `/api/token/${tokenId}` }),
    'token_invalid',
  ],
  [
    'its token’s cap is set to nothing',
    ({ tokenId: id }) => ({ by: 'user', method: 'PUT', path: '/api/token/', body: { id, remain_quota: 0 } }),
    'token_quota_insufficient',
  ],
  [
    'its user’s balance is taken',
    ({ userId }) => ({
      by: 'admin',
      method: 'POST',
      path: `/api/user/${userId}/quota`,
      body: { mode: 'override', value: 0 },
    }),
    'user_quota_insufficient',
  ],
  [
    'its user is given more',
    ({ userId }) => ({
      by: 'admin',
      method: 'POST',
      path: `/api/user/${userId}/quota`,
      body: { mode: 'add', value: 1_000 },
    }),
    null,
  ],
]

/** Machines are slow. */
const HOOK_MS = 60_000

for (const { kind, open } of databases()) {
  describe(`a stream on ${kind}`, () => {
    let database: TestDatabase
    let upstream: HeldUpstream
    let gateway: GatewayProcess
    let admin: Awaited<ReturnType<typeof signUp>>
    beforeAll(async () => {
      database = await open()
      upstream = await startHeldUpstream()
      gateway = await startGatewayProcess(database.place, await freePort())
      const operator = await setUpGateway(gateway.url)
      await operator.makeChannel({ base_url: upstream.url, models: 'gpt' })
      await operator.setOption('ModelRatio', '{"gpt":10}')
      // The refund of one hold does not cover the next.
      await operator.setOption('PreConsumedQuota', 0)
      admin = await signUp(database.storage, ROLE.root)
    }, HOOK_MS)
    afterAll(async () => {
      expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
      await gateway.kill()
      await upstream.stop()
      await database.close()
    }, HOOK_MS)

    test.each(CHANGES)('is complete and charged once although %s meanwhile', async (_, changeOf, next) => {
      const { db } = database.storage
      const user = await signUp(database.storage, ROLE.user)
      await admin.consoleCall(gateway.url, 'POST', `/api/user/${user.id}/quota`, { mode: 'add', value: BALANCE })
      const fields = { name: 't', unlimited_quota: false, remain_quota: CAP }
      const [token] = (await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', fields)) as [Token]
      const call = () =>
        fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer sk-${token.key}` },
          body: '{"model":"gpt","stream":true,"max_tokens":1,"messages":[{"role":"user","content":"Hello"}]}',
        })
      const accounts = async () => ({
        rows: await db.selectFrom('logs').selectAll().where('user_id', '=', user.id).execute(),
        ...(await db
          .selectFrom('users')
          .select(['quota', 'used_quota'])
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow()),
      })

      const stream = await call()
      const { by, method, path, body } = changeOf({ userId: user.id, tokenId: token.id })
      const before = await accounts()
      await (by === 'user' ? user : admin).consoleCall(gateway.url, method, path, body)
      const granted = (await accounts()).quota - before.quota
      upstream.goOn()
      expect(await stream.text()).toEndWith('data: [DONE]\n\n')

      const { rows, quota, used_quota } = await accounts()
      const charged = rows.filter(row => row.type === LOG_TYPE.consume).map(row => row.quota)
      expect(charged).toEqual([used_quota])
      expect(used_quota).toBeGreaterThan(0)
      expect(quota).toBe(BALANCE + granted - used_quota)

      const again = await call()
      upstream.goOn()
      const told = await again.text()
      expect(again.ok ? null : JSON.parse(told).error.code).toBe(next)
    })
  })
}
