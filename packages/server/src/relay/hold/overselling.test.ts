import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page, Token, User } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'

const PRICE_DOLLARS = 0.01
const PRICE_QUOTA = 5_000
const CALLS = 200
const AFFORDABLE = 20

for (const { kind, open } of databases()) {
  describe(`${CALLS} calls at once on ${kind}`, () => {
    let database: TestDatabase
    let upstream: EvilUpstream
    let gateway: TestGateway

    beforeAll(async () => {
      database = await open()
      upstream = await startEvilUpstream()
      gateway = await startGateway(database.place.DATABASE_URL)
      await gateway.makeChannel({ base_url: upstream.url, models: 'good' })
      await gateway.setOption('ModelPrice', JSON.stringify({ good: PRICE_DOLLARS }))
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    for (const stream of [false, true]) {
      test(`with money for ${AFFORDABLE} ${stream ? 'streams' : 'answers'}: exactly ${AFFORDABLE} succeed`, async () => {
        const token = await gateway.makeToken({ unlimited_quota: false, remain_quota: AFFORDABLE * PRICE_QUOTA })
        const before = await gateway.consoleCall<User>('GET', '/api/user/self')
        const call = async () => {
          const response = await fetch(`${gateway.url}/v1/chat/completions`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token.bearer}` },
            body: JSON.stringify({ model: 'good', stream, messages: [] }),
          })
          const text = await response.text()
          return `${response.status} ${JSON.parse(stream && response.ok ? '{}' : text).error?.code ?? 'ok'}`
        }
        const answers = await Promise.all(Array.from({ length: CALLS }, call))
        const after = await gateway.consoleCall<User>('GET', '/api/user/self')
        const { items } = await gateway.consoleCall<Page<Token>>('GET', '/api/token/?p=1&size=100')

        expect(
          Object.fromEntries(
            Map.groupBy(answers, answer => answer)
              .entries()
              .map(([answer, all]) => [answer, all.length]),
          ),
        ).toEqual({
          '200 ok': AFFORDABLE,
          '403 token_quota_insufficient': CALLS - AFFORDABLE,
        })
        expect(before.quota - after.quota).toBe(AFFORDABLE * PRICE_QUOTA)
        expect(items.find(({ id }) => id === token.id)).toMatchObject({
          remain_quota: 0,
          used_quota: AFFORDABLE * PRICE_QUOTA,
          status: 4,
        })
      })
    }
  })
}
