import { describe, expect, test } from 'bun:test'
import { type OptionKey, optionTable } from '@tollgate/contract'
import { providers } from '@tollgate/gateway'
import fc from 'fast-check'
import type { Options } from '../../platform/options/index.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { relayEndpoints } from '../call/endpoints.ts'
import { newCall } from '../call/relay-call.ts'
import { type OpenChannel, openChannel } from '../candidates/channel-index.ts'
import { openHold } from '../hold/hold.ts'
import type { ContentFilter } from '../request/content-filter.ts'
import { envelopeOf } from '../request/envelope.ts'
import { readRequest } from '../request/read-request.ts'
import { loggedCall, priceOfOutput, pricingOf, walletLedger } from '../settlement/testing.ts'
import type { OutgoingRequest } from './strategies/index.ts'
import { upstreamRequest } from './upstream-request.ts'
import type { KeptRequest } from './written-request.ts'

const secrets = { decrypt: (text: string) => text, fingerprint: (text: string) => text } as unknown as Secrets
const options = { get: (key: OptionKey) => optionTable[key].default } as unknown as Options
const noFilter = { words: () => [] } as unknown as ContentFilter

const ROW = {
  id: 1,
  name: 'one',
  priority: 0,
  weight: 1,
  key: 'plain-key',
  base_url: 'http://host.test',
  other: '',
  openai_organization: '',
  model_mapping: '{"alias":"gpt-4o"}',
  param_override: '',
  max_input_tokens: 0,
  setting: '',
  status_code_mapping: '',
  group: 'default',
  models: 'alias',
  auto_ban: 1,
  key_spread: '',
}
const channelOf = (type: number, more: object = {}) =>
  openChannel({ ...ROW, type, ...more } as unknown as ChannelRow, secrets) as OpenChannel

type Kept = WeakMap<OpenChannel, KeptRequest>

async function outgoingOf(path: string, text: string, kept?: Kept, sent: Record<string, string> = {}) {
  const endpoint = relayEndpoints.find(known => known.path === path)
  if (!endpoint) throw new Error(`no endpoint ${path}`)
  const clientHeaders = new Headers(sent)
  const call = newCall(endpoint, clientHeaders)
  const envelope = await envelopeOf(text, call, noFilter)
  const outgoing = {
    call,
    envelope,
    canonicalRequest: () => readRequest(call, envelope),
    parsed: () => Promise.resolve(),
    fetchMedia: () => Promise.reject(new Error('there is none')),
    clientHeaders,
    clientUrl: `http://gate.test${path}`,
    options,
  } satisfies OutgoingRequest
  return { outgoing, kept }
}

/** What is sent of a request and what is held for it, or the error code. */
async function written(
  channel: OpenChannel,
  { outgoing, kept }: Awaited<ReturnType<typeof outgoingOf>>,
  balance = PLENTY,
) {
  const { call, envelope } = outgoing
  const wallet = walletLedger(balance)
  const logged = { ...loggedCall({ isStream: envelope.isStream, model: envelope.model }), call }
  const deps = { ledger: wallet.ledger, options, prices: { priceOf: () => null, limitsOf: () => LIMITS } }
  const hold = openHold(logged, envelope, pricingOf(priceOfOutput(4)), deps)
  try {
    const request = await hold.cover(await upstreamRequest(outgoing, channel, kept))
    const { url, headers, body, losses, model, format, isStream, levels, otherModels, outputLimit } = request
    const up = { url, headers, body, losses, model, format, isStream, levels, otherModels, outputLimit }
    return { ...up, hides: hold.hides, held: hold.held }
  } catch (error) {
    return (error as { code?: string }).code ?? error
  }
}

const PLENTY = 1_000_000_000
const LIMITS = { contextWindow: 100_000, output: 20_000 }

/** Members around the conversation, some of which a channel may patch, remove or refuse. */
const MEMBERS = {
  temperature: fc.constantFrom(0, 0.7, 2),
  top_p: fc.constantFrom(0, 1),
  max_tokens: fc.constantFrom(1, 256, 1_000_000),
  max_completion_tokens: fc.constantFrom(16, 4_096),
  stream: fc.boolean(),
  stream_options: fc.constantFrom({ include_usage: true }, {}),
  reasoning_effort: fc.constantFrom('low', 'high'),
  service_tier: fc.constantFrom('auto', 'priority', 'dear'),
  models: fc.constant(['dear']),
  seed: fc.nat(),
  user: fc.constantFrom('a', '"\\é'),
  tools: fc.constant([{ type: 'function', function: { name: 'f', parameters: {} } }]),
}
const around = fc.record(MEMBERS, { requiredKeys: [] })
const said = fc.constantFrom('Hello', 'Привет, "你好"', '\u0000 \\ "messages":', 'a'.repeat(3_000))
const conversation = fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: said }), {
  minLength: 1,
})

describe('a request assembled around its own conversation', () => {
  test.each(providers.map(({ id, type }) => [id, type] as const))(
    'is the same as %s would get without a kept request',
    async (_, type) => {
      const paths = fc.constantFrom('/v1/chat/completions', '/v1/messages')
      const model = fc.constantFrom('alias', 'gpt-4o', 'o3', 'claude-sonnet-4-5')
      const override = fc.constantFrom('', '{"temperature":1}')
      await fc.assert(
        fc.asyncProperty(
          paths,
          model,
          override,
          around,
          conversation,
          conversation,
          fc.nat(10),
          fc.constantFrom(PLENTY, 30_000),
          async (path, name, param_override, members, one, other, at, balance) => {
            const channel = channelOf(type, { param_override })
            const textOf = (messages: unknown) => {
              const all: [string, unknown][] = Object.entries({ model: name, ...members })
              all.splice(at, 0, ['messages', messages])
              return JSON.stringify(Object.fromEntries(all))
            }
            const kept: Kept = new WeakMap()
            for (const messages of [one, other]) {
              const request = (known?: Kept) => outgoingOf(path, textOf(messages), known)
              const together = await written(channel, await request(kept), balance)
              expect(together).toEqual(await written(channel, await request(), balance))
            }
          },
        ),
        { numRuns: 15 },
      )
    },
  )

  const CHAT = '/v1/chat/completions'
  const bodyOf = (content: string, more: object = {}) =>
    JSON.stringify({ model: 'alias', messages: [{ role: 'user', content }], ...more })

  test('is kept for the channel and contains nothing of the conversation', async () => {
    const [channel, kept]: [OpenChannel, Kept] = [channelOf(1), new WeakMap()]
    await written(channel, await outgoingOf(CHAT, bodyOf('my secret'), kept))
    const { hold: _, ...stored } = kept.get(channel) as KeptRequest
    expect(stored.before).toBe('{"model":"gpt-4o","messages":')
    expect(JSON.stringify(stored)).not.toContain('my secret')
  })

  test('is rewritten if a client’s header that was read has changed', async () => {
    const [channel, kept]: [OpenChannel, Kept] = [channelOf(1), new WeakMap()]
    for (const beta of ['assistants=v2', 'other=v1'])
      expect(await written(channel, await outgoingOf(CHAT, bodyOf('hi'), kept, { 'openai-beta': beta }))).toMatchObject(
        {
          headers: { 'openai-beta': beta },
        },
      )
  })

  test('is rewritten if the conversation contains something that its host does not take unchanged', async () => {
    // it has no developer role
    const [channel, kept]: [OpenChannel, Kept] = [channelOf(43, { model_mapping: '' }), new WeakMap()]
    await written(channel, await outgoingOf(CHAT, bodyOf('hi'), kept))
    expect(kept.has(channel)).toBe(true)
    const asked = JSON.stringify({ model: 'alias', messages: [{ role: 'developer', content: 'Be brief.' }] })
    const { body } = (await written(channel, await outgoingOf(CHAT, asked, kept))) as { body: string }
    expect(JSON.parse(body).messages[0].role).toBe('system')
  })

  test('is not kept if unknown parts are removed from it', async () => {
    const channel = channelOf(1, { setting: '{"known_parts_only":true}' })
    const kept: Kept = new WeakMap()
    await written(channel, await outgoingOf(CHAT, bodyOf('hi'), kept))
    expect(kept.has(channel)).toBe(false)
  })
})
