import { describe, expect, test } from 'bun:test'
import { noRequests } from '@tollgate/gateway'
import fc from 'fast-check'
import { rejection } from '../../../test/support/rejection.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { admitLine, lineFor, readRequestLine } from './request-line.ts'

const seeded = { seed: 25, numRuns: 150 }
const BODY = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] }
const LINES = {
  openai: { head: { custom_id: 'a', method: 'POST', url: '/v1/chat/completions' }, body: 'body' },
  anthropic: { head: { custom_id: 'a' }, body: 'params' },
} as const
const protocols = fc.constantFrom('openai' as const, 'anthropic' as const)
const formatOf = { openai: 'openai-chat', anthropic: 'anthropic-messages' } as const

const read = (text: string, protocol: keyof typeof LINES = 'openai') =>
  readRequestLine(text, 3, protocol, () => formatOf[protocol], [])

const line = (body: object, protocol: keyof typeof LINES = 'openai', others: object = {}) => {
  const { head, body: name } = LINES[protocol]
  return JSON.stringify({ ...others, ...head, [name]: body })
}

/** What is sent on a channel that lets its clients choose wherever possible. */
const sent = (request: Awaited<ReturnType<typeof read>>, upstreamModel: string, format = 'openai-chat' as const) => {
  const channel = { paramOverride: {}, setting: { allow_model_choice: true } } as unknown as OpenChannel
  return lineFor(request, { channel, format, upstreamModel })
}

/** Spells a text's letters as escapes. */
const escaped = (text: string): string =>
  text.replace(/[a-z]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

describe('a line of a batch', () => {
  const others = fc.dictionary(
    fc.constantFrom('model', 'models', 'Model', 'params', 'request', 'priority', '__proto__x', 'n'),
    fc.jsonValue({ maxDepth: 1 }),
    { minKeys: 1, maxKeys: 3 },
  )
  test('is sent without unknown members besides its request, which are reported', () =>
    fc.assert(
      fc.asyncProperty(protocols, others, fc.constantFrom('m', 'inner'), async (protocol, beside, upstreamModel) => {
        const { params: _, ...unread } = beside
        const given = protocol === 'openai' ? beside : unread
        const request = await read(line(BODY, protocol, given), protocol)
        const { text, losses } = sent(request, upstreamModel)
        const { head, body } = LINES[protocol]
        expect(JSON.parse(text)).toEqual({ ...head, [body]: { ...BODY, model: upstreamModel } })
        expect(losses.map(({ what }) => what).toSorted()).toEqual(
          Object.keys(given)
            .map(name => `"${name}"`)
            .toSorted(),
        )
      }),
      seeded,
    ))

  test('is sent byte for byte if it has no other members', async () => {
    const text = line(BODY).replace('{', '{ ')
    expect(sent(await read(text), 'm').text).toBe(text)
  })

  test('may name only one model, even if the channel lets its clients choose others', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom('models', 'fallbacks', 'Provider', 'extra_body'), async name => {
        const request = await read(line({ ...BODY, [name]: { model: 'dear', models: ['dear'] } }))
        expect(sent(request, 'm').text).not.toContain('dear')
      }),
      seeded,
    ))

  test('may name each member only once and in its own spelling', () =>
    fc.assert(
      fc.asyncProperty(protocols, fc.constantFrom('model', 'custom_id', 'url', 'body'), fc.nat(2), async (...drawn) => {
        const [protocol, name, how] = drawn
        const { head, body } = LINES[protocol]
        const wanted = name === 'body' ? body : name
        if (wanted === 'url' && protocol === 'anthropic') return
        const again = [wanted, wanted.toUpperCase(), escaped(wanted)][how] ?? wanted
        const inBody = name === 'model'
        const text = JSON.stringify({ ...head, [body]: BODY })
        const place = inBody ? text.indexOf('{', 1) : 0
        const value = name === 'body' ? '{"model":"dear"}' : '"dear"'
        const twice = `${text.slice(0, place)}{"${again}":${value},${text.slice(place + 1)}`
        expect(await rejection(read(twice, protocol))).toMatchObject({ code: 'batch_line_invalid' })
      }),
      seeded,
    ))

  const notCounts = fc.oneof(
    fc.constantFrom<unknown>('8', '1e2', true, [8], { n: 8 }, 0, -1, 1.5, 129, 1e300, ''),
    fc.integer({ min: 129 }),
    fc.string(),
  )
  test('with a wrong number of answers is refused with its line number', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom('n', 'best_of'), notCounts, async (name, count) => {
        const refused = await rejection(read(line({ ...BODY, [name]: count })))
        expect(refused).toMatchObject({ code: 'batch_line_invalid', parameters: { line: 3 } })
      }),
      seeded,
    ))

  test('holds the cost of as many answers as it asks for', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 128 }), async n => {
        const request = await read(line({ ...BODY, n, max_tokens: 10 }))
        const size = noRequests()
        const prices = { limitsOf: () => ({ contextWindow: 1_000_000, output: 5_000 }) }
        const terms = { format: 'openai-chat', upstreamModel: 'm', size } as const
        admitLine(request, request.body, terms, { contentFilter: () => undefined, prices } as never)
        expect([size.answers, size.output]).toEqual([n, 10 * n])
      }),
      seeded,
    ))
})
