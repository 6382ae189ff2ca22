import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, Page, Token } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { until } from '../../../test/support/until.ts'

let upstream: HeldUpstream
let gateway: TestGateway

beforeAll(async () => {
  upstream = await startHeldUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ type: 1, base_url: upstream.url, models: 'gpt' })
  await gateway.makeChannel({ type: 14, base_url: upstream.url, models: 'claude' })
  await gateway.makeChannel({ type: 24, base_url: upstream.url, models: 'gemini' })
  await gateway.setOption('ModelRatio', '{"gpt":1,"claude":1,"gemini":1}')
  await gateway.setOption('CompletionRatio', '{"gpt":1,"claude":1,"gemini":1}')
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const CAP = 5_000
const HELLO = [{ role: 'user', content: 'Go on' }]
const GEMINI_HELLO = { contents: [{ role: 'user', parts: [{ text: 'Go on' }] }] }

/** How a stream of each client protocol ends when its answer is cut for length. */
const CHAT_STOP = /"finish_reason":"length"}\]}\n\ndata: \[DONE\]\n\n$/
const RESPONSES_STOP =
  /event: response\.incomplete\ndata: {.*"incomplete_details":{"reason":"max_output_tokens"}.*}\n\n$/
const MESSAGES_STOP = /"stop_reason":"max_tokens".*\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n$/
const GEMINI_STOP = /^data: {.*"finishReason":"MAX_TOKENS".*}\s+$/m

const STREAMS: [path: string, body: object, stop: RegExp][] = [
  ['/v1/chat/completions', { model: 'gpt', messages: HELLO }, CHAT_STOP],
  ['/v1/chat/completions', { model: 'claude', messages: HELLO }, CHAT_STOP],
  ['/v1/completions', { model: 'gpt', prompt: 'Go on' }, CHAT_STOP],
  ['/v1/responses', { model: 'gpt', input: 'Go on' }, RESPONSES_STOP],
  ['/v1/responses', { model: 'gemini', input: 'Go on' }, RESPONSES_STOP],
  ['/v1/messages', { model: 'claude', max_tokens: 100, messages: HELLO }, MESSAGES_STOP],
  ['/v1/messages', { model: 'gpt', max_tokens: 100, messages: HELLO }, MESSAGES_STOP],
  ['/v1beta/models/gemini:streamGenerateContent?alt=sse', GEMINI_HELLO, GEMINI_STOP],
  ['/v1beta/models/claude:streamGenerateContent?alt=sse', GEMINI_HELLO, GEMINI_STOP],
  ['/v1beta/models/claude:streamGenerateContent', GEMINI_HELLO, /"finishReason":"MAX_TOKENS".*}\]$/],
]

describe('a stream longer than the wallet', () => {
  test.each(STREAMS)(
    'ends on %s of %o near zero, with the protocol’s own stop reason for length',
    async (path, body, stop) => {
      const token = await gateway.makeToken({ unlimited_quota: false, remain_quota: CAP })
      const hungUpBefore = upstream.hungUp
      const response = await fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token.bearer}` },
        body: JSON.stringify({ stream: true, ...body }),
      })
      upstream.goOnForEver()
      const text = await response.text()
      expect(text).toMatch(stop)
      await until(
        async () => upstream.hungUp,
        hungUp => hungUp > hungUpBefore,
      )

      const [row] = (await gateway.logsOf(response)) as [Log]
      expect(JSON.parse(row.other)).toMatchObject({
        wallet_empty: true,
        charge_rule: { ended_by: 'gateway_stop', charged: expect.stringMatching(/seen|so_far/) },
      })
      expect(row.quota).toBeGreaterThan(CAP * 0.8)
      const { items: tokens } = await gateway.consoleCall<Page<Token>>('GET', '/api/token/?p=1&size=100')
      expect(tokens.find(({ id }) => id === token.id)?.remain_quota).toBeGreaterThanOrEqual(0)
    },
  )
})
