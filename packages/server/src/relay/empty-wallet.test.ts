import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, Page, Token } from '@tollgate/contract'
import { type EvilUpstream, startEvilUpstream } from '../testing/evil-upstream.ts'
import { startGateway, type TestGateway } from '../testing/gateway.ts'
import { until } from '../testing/until.ts'

let upstream: EvilUpstream
let gateway: TestGateway

beforeAll(async () => {
  upstream = await startEvilUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'endless' })
  await gateway.setOption('ModelRatio', JSON.stringify({ endless: 1 }))
  await gateway.setOption('CompletionRatio', JSON.stringify({ endless: 1 }))
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const CAP = 5_000

/** How each client protocol says that an answer was cut for length, at the end of its stream. */
const STOPS: [path: string, body: object, ending: RegExp][] = [
  [
    '/v1/chat/completions',
    { messages: [{ role: 'user', content: 'Go on' }] },
    /"finish_reason":"length"}\]}\n\ndata: \[DONE\]\n\n$/,
  ],
  [
    '/v1/messages',
    { max_tokens: 100, messages: [{ role: 'user', content: 'Go on' }] },
    /"stop_reason":"max_tokens".*\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n$/,
  ],
]

describe('a stream longer than the wallet', () => {
  for (const [path, body, ending] of STOPS) {
    test(`ends on ${path} with the protocol’s own stop for length, the cap used and no more`, async () => {
      const token = await gateway.makeToken({ unlimited_quota: false, remain_quota: CAP })
      const hungUpBefore = upstream.hungUp
      const response = await fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token.bearer}` },
        body: JSON.stringify({ model: 'endless', stream: true, ...body }),
      })
      const text = await response.text()
      expect(text).toMatch(ending)
      await until(
        async () => upstream.hungUp,
        hungUp => hungUp > hungUpBefore,
      )

      const { items } = await gateway.ask<Page<Log>>(
        'GET',
        `/api/log/?request_id=${response.headers.get('x-request-id')}`,
      )
      const [row] = items as [Log]
      expect(JSON.parse(row.other)).toMatchObject({ wallet_empty: true })
      expect(row.quota).toBeGreaterThan(CAP * 0.8)
      const { items: tokens } = await gateway.ask<Page<Token>>('GET', '/api/token/?p=1&size=100')
      expect(tokens.find(({ id }) => id === token.id)?.remain_quota).toBeGreaterThanOrEqual(0)
    })
  }
})
