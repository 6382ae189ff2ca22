import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, LogOther } from '@tollgate/contract'
import { noUsage, scanObject } from '@tollgate/gateway'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'
import { conversationOf } from '../request/conversation-of.ts'
import { makeCachedShares } from './cached-shares.ts'
import { loggedCall } from './testing.ts'

type Run = Parameters<ReturnType<typeof makeCachedShares>['of']>[0]

/** A call of the conversation with these messages. */
function run(tokenId: number, members: object, headers: Record<string, string> = {}): Run {
  const body = scanObject(JSON.stringify(members))
  const { identity, ...logged } = loggedCall()
  return {
    logged: { ...logged, identity: { ...identity, tokenId } },
    conversation: () =>
      conversationOf({ body, member: name => (members as Record<string, unknown>)[name] }, new Headers(headers)),
  } as Run
}

const cached = (share: number) => ({ ...noUsage(), input: 1_000 * (1 - share), cacheRead: 1_000 * share })
const HI = { role: 'user', content: 'Hi' }
const talk = (system: string, ...more: object[]) => ({ messages: [{ role: 'system', content: system }, HI, ...more] })
const LATER = [
  { role: 'assistant', content: 'Yes?' },
  { role: 'user', content: 'Go on' },
]

describe('the share of a conversation’s prompt that was cached', () => {
  test.each<[by: string, first: Run, next: Run, other: Run]>([
    ['how it begins', run(1, talk('A')), run(1, talk('A', ...LATER)), run(1, talk('B', ...LATER))],
    [
      'prompt_cache_key',
      run(1, { prompt_cache_key: 'k' }),
      run(1, { prompt_cache_key: 'k' }),
      run(1, { prompt_cache_key: 'o' }),
    ],
    [
      'metadata.user_id',
      run(1, { metadata: { user_id: 'u' }, messages: [HI] }),
      run(1, { metadata: { user_id: 'u' }, messages: [{ role: 'user', content: 'Compacted' }] }),
      run(1, { metadata: { user_id: 'v' }, messages: [HI] }),
    ],
    ['session_id', run(1, {}, { session_id: 's' }), run(1, {}, { session_id: 's' }), run(1, {}, { session_id: 't' })],
    ['the token', run(1, talk('A')), run(1, talk('A')), run(2, talk('A'))],
  ])('is known by %s', (_, first, next, other) => {
    const shares = makeCachedShares()
    shares.of(first, 7).note(cached(0.75), null)
    expect(shares.of(next, 7).expected()?.share).toBe(0.75)
    expect(shares.of(other, 7).expected()?.share).toBeUndefined()
    // another channel has its own cache
    expect(shares.of(next, 8).expected()).toBeNull()
  })

  test('is found by the response that the next call continues from', () => {
    const shares = makeCachedShares()
    const responses = ({ logged, ...rest }: Run): Run => {
      const endpoint = { ...logged.call.endpoint, format: 'openai-responses' as const }
      return { ...rest, logged: { ...logged, call: { ...logged.call, endpoint } } }
    }
    shares.of(responses(run(1, { input: 'Hi' })), 7).note(cached(0.5), 'resp_1')
    shares.of(responses(run(1, { input: 'Go on', previous_response_id: 'resp_1' })), 7).note(cached(0.6), 'resp_2')
    expect(shares.of(responses(run(1, { input: 'On', previous_response_id: 'resp_2' })), 7).expected()?.share).toBe(0.6)
    expect(shares.of(responses(run(1, { input: 'On', previous_response_id: 'resp_0' })), 7).expected()).toBeNull()
  })

  test('is forgotten when nothing is cached any more, and after ten minutes', () => {
    let now = 0
    const shares = makeCachedShares(() => now)
    const call = shares.of(run(1, talk('A')), 7)
    call.note(cached(0.5), null)
    call.note(cached(0), null)
    expect(call.expected()).toBeNull()
    call.note(cached(0.5), null)
    now = 10 * 60 * 1_000
    expect(call.expected()).toBeNull()
  })

  test('is kept for a token’s last 32 conversations, whatever other tokens do', () => {
    const shares = makeCachedShares()
    shares.of(run(2, talk('mine')), 7).note(cached(0.5), null)
    for (let at = 0; at <= 32; at++) shares.of(run(1, talk(`A${at}`)), 7).note(cached(0.5), null)
    const known = Array.from({ length: 33 }, (_, at) => shares.of(run(1, talk(`A${at}`)), 7).expected()?.share)
    expect(known).toEqual([undefined, ...Array.from({ length: 32 }, () => 0.5)])
    expect(shares.of(run(2, talk('mine')), 7).expected()?.share).toBe(0.5)
  })

  test('counts the tokens read from the cache and written to it', () => {
    const shares = makeCachedShares()
    const call = shares.of(run(1, talk('A')), 7)
    call.note({ ...noUsage(), input: 100, cacheRead: 700, cacheWrite5m: 150, cacheWrite1h: 50 }, null)
    expect(call.expected()).toMatchObject({ share: 0.7, tokens: 900 })
  })
})

/** Its family shows all its output, so nothing is read on when a client leaves. */
const MODEL = 'gpt-4x-chat'

describe('a Chat call that its client leaves', () => {
  let upstream: WireUpstream
  let gateway: TestGateway
  let bearer: string
  let cachedTokens = 0
  let hangs = false

  beforeAll(async () => {
    upstream = startWireUpstream(() => new Response(stream(), { headers: { 'content-type': 'text/event-stream' } }))
    gateway = await startGateway()
    await gateway.makeChannel({ base_url: upstream.url, models: MODEL })
    await gateway.setOption('ModelRatio', JSON.stringify({ [MODEL]: 1 }))
    await gateway.setOption('CompletionRatio', JSON.stringify({ [MODEL]: 4 }))
    await gateway.setOption('CacheRatio', JSON.stringify({ [MODEL]: 0.1 }))
    bearer = (await gateway.makeToken()).bearer
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })

  const chunk = (more: object) => `data: ${JSON.stringify({ id: 'c', model: MODEL, choices: [], ...more })}\n\n`

  function stream(): ReadableStream<Uint8Array> {
    const usage = {
      prompt_tokens: 2_000,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    }
    const last = `${chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}${chunk({ usage })}data: [DONE]\n\n`
    return new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(chunk({ choices: [{ index: 0, delta: { content: 'Said' } }] })))
        if (hangs) return
        controller.enqueue(Buffer.from(last))
        controller.close()
      },
    })
  }

  async function call(messages: object[]): Promise<Log & { parsed: LogOther }> {
    const id = crypto.randomUUID()
    const controller = new AbortController()
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'x-request-id': id },
      body: JSON.stringify({ model: MODEL, stream: true, messages }),
      signal: controller.signal,
    })
    const reader = response.body?.getReader()
    await reader?.read()
    if (hangs) controller.abort()
    else while (!(await reader?.read())?.done);
    const [row] = await until(
      () => gateway.logsOf(id),
      found => found.length > 0,
    )
    return { ...(row as Log), parsed: JSON.parse(row?.other ?? '{}') }
  }

  test('pays for the same cached share as the conversation’s last call, and its log row says so', async () => {
    const question = [{ role: 'user', content: 'What is a tollgate? '.repeat(50) }]
    cachedTokens = 1_500
    const first = await call(question)
    expect(first.parsed).toMatchObject({ cache_tokens: 1_500 })
    expect(first.parsed.cached_share).toBeUndefined()

    hangs = true
    const left = await call([...question, ...LATER])
    const { prompt_tokens: prompt, completion_tokens: output, quota, parsed } = left
    const read = Math.floor(prompt * 0.75)
    expect(read).toBeLessThan(1_500)
    expect(parsed).toMatchObject({
      client_gone: true,
      usage_source: 'estimated',
      cached_share: 0.75,
      cache_tokens: read,
    })
    expect(quota).toBe(Math.round(prompt - read + read * 0.1 + output * 4))

    const grown = await call([...question, ...LATER, { role: 'user', content: 'A new question. '.repeat(5_000) }])
    expect(grown.prompt_tokens).toBeGreaterThan(10_000)
    expect(grown.parsed).toMatchObject({ client_gone: true, cache_tokens: 1_500 })
    expect(grown.parsed.cached_share).toBe(1_500 / grown.prompt_tokens)
    expect(grown.quota).toBe(Math.round(grown.prompt_tokens - 1_350 + grown.completion_tokens * 4))

    const other = await call([{ role: 'user', content: 'Another conversation' }])
    expect(other.parsed).toMatchObject({ client_gone: true, usage_source: 'estimated' })
    expect(other.parsed.cached_share).toBeUndefined()
    expect(other.quota).toBe(other.prompt_tokens + other.completion_tokens * 4)

    expect(first.conversation).not.toBe('')
    expect([left.conversation, grown.conversation]).toEqual([first.conversation, first.conversation])
    expect(other.conversation).not.toBe(first.conversation)
  })
})
