import { describe, expect, test } from 'bun:test'
import { factsIn, scanObject } from '@tollgate/gateway'
import type { Options } from '../../platform/options/index.ts'
import { envelopeOf, loggedCall, priceOfOutput, pricingOf, tallyOf, walletLedger } from '../settlement/testing.ts'
import type { UpstreamRequest } from '../upstream/upstream-request.ts'
import { openHold } from './hold.ts'

type Body = Record<string, unknown>
const OPTIONS: Readonly<Record<string, unknown>> = { 'claude.default_max_tokens': { default: 1_000 } }

/** A call whose input costs 1 quota a byte and whose output 1 quota a token, paid by a wallet. */
function callOf(asked: Body, balance: number, { leastInput = 0, isStream = true, endpoint = {} } = {}) {
  const wallet = walletLedger(balance)
  const envelope = envelopeOf(asked, { body: scanObject(JSON.stringify(asked)) })
  const limitsAsked: unknown[][] = []
  const hold = openHold(loggedCall({ isStream }, endpoint), envelope, pricingOf(priceOfOutput(1)), {
    ledger: wallet.ledger,
    options: { get: (name: string) => OPTIONS[name] ?? leastInput } as unknown as Options,
    prices: {
      priceOf: name => (name === 'dear' ? priceOfOutput(3) : null),
      limitsOf(...names) {
        limitsAsked.push(names)
        return { contextWindow: 1_000_000, output: 50_000 }
      },
    },
  })
  const request = (body: Body | string | Blob = asked, more: Partial<UpstreamRequest> = {}) =>
    ({
      format: 'openai-chat',
      model: 'gpt-4-up',
      isStream,
      losses: [],
      body: body instanceof Blob || typeof body === 'string' ? body : JSON.stringify(body),
      ...more,
    }) as unknown as UpstreamRequest
  return { ...wallet, hold, envelope, request, limitsAsked }
}
const size = (body: Body) => JSON.stringify(body).length
const amounts = ({ asked }: ReturnType<typeof callOf>) =>
  asked.map(([kind, first, amount]) => (kind === 'reserve' ? (first as { amount: unknown }).amount : amount))

describe('a hold that begins before its request is written', () => {
  test('covers all the input and 16 tokens of an answer, and is made once', async () => {
    const call = callOf({ seed: 1 }, 1_000)
    expect(call.hold.isOpen).toBe(false)
    await call.hold.begin()
    await call.hold.begin()
    const least = size({ seed: 1 }) + 16 + 1
    expect(amounts(call)).toEqual([{ least, most: least, worst: least }])
    expect([call.hold.isOpen, call.hold.held]).toEqual([true, least])
  })

  test('is refused if the wallet has less', async () => {
    const call = callOf({ seed: 1 }, 20)
    expect(await call.hold.begin().catch(error => error)).toMatchObject({ code: 'user_quota_insufficient' })
    expect(call.hold.isOpen).toBe(false)
  })

  test('is 1 quota for a free call, so that only users who could pay make it', async () => {
    const wallet = walletLedger(5)
    const free = { ...pricingOf(priceOfOutput(1)), groupRatio: 0 }
    const deps = {
      ledger: wallet.ledger,
      options: { get: () => 0 } as unknown as Options,
      prices: { limitsOf: () => ({ contextWindow: 1, output: 1 }), priceOf: () => null },
    }
    const open = (endpoint: object) => openHold(loggedCall({}, endpoint), envelopeOf({}), free, deps)
    const held = open({ isFree: true })
    await held.begin()
    expect(held.held).toBe(1)
    const unheld = open({})
    await unheld.begin()
    expect([unheld.isOpen, unheld.held]).toEqual([true, 0])
  })
})

describe('a request about to be sent', () => {
  test('is held for in the form that is sent, under its model’s names', async () => {
    const call = callOf({ seed: 1 }, 1_000_000)
    const body = { seed: 1, n: 1, max_tokens: 900 }
    const request = call.request(body)
    expect(await call.hold.cover(request)).toBe(request)
    const input = size(body)
    expect(amounts(call)).toEqual([{ least: input + 17, most: input + 901, worst: input + 901 }])
    expect(call.limitsAsked.at(-1)).toEqual(['gpt', 'gpt-4-up'])
    expect(request.losses).toEqual([])
  })

  test('holds at least what the operator wants held for input', async () => {
    const body = { max_tokens: 900 }
    const call = callOf(body, 1_000_000, { leastInput: 5_000 })
    await call.hold.cover(call.request())
    expect(call.hold.held).toBe(5_901)
  })

  test('tops up an earlier hold and never shrinks it', async () => {
    const call = callOf({ max_tokens: 900 }, 1_000_000)
    await call.hold.begin()
    await call.hold.cover(call.request())
    const { held } = call.hold
    expect(held).toBe(size({ max_tokens: 900 }) + 901)
    await call.hold.cover(call.request({ max_tokens: 9 }))
    expect([call.hold.held, call.asked.length]).toEqual([held, 2])
  })

  test('is lowered to what can be paid, and says so', async () => {
    const body = { max_tokens: 9_000 }
    const call = callOf(body, 1_000, { isStream: false })
    const request = call.request()
    const sent = await call.hold.cover(request)
    const limit = 1_000 - size(body) - 1
    expect(JSON.parse(String(sent.body))).toEqual({ max_tokens: limit })
    expect(sent.outputLimit).toBe(limit)
    expect(request.losses).toEqual([{ what: 'maxTokens', why: `lowered to ${limit}, which the quota left pays for` }])
    expect(call.hold.held).toBe(1_000)
  })

  test('is not lowered if the wallet just pays for it', async () => {
    const body = { max_tokens: 900 }
    const exact = size(body) + 901
    const call = callOf(body, exact, { isStream: false })
    expect((await call.hold.cover(call.request())).outputLimit).toBeUndefined()
    const short = callOf(body, exact - 1, { isStream: false })
    expect((await short.hold.cover(short.request())).outputLimit).toBe(899)
  })

  test('may use the whole wallet if streamed, but only its hold if not', async () => {
    const body = { max_tokens: 9_000 }
    const stream = callOf(body, 8_000)
    expect((await stream.hold.cover(stream.request())).outputLimit).toBe(8_000 - size(body) - 1)
    expect(stream.hold.held).toBe(size(body) + 4_097)
    const enough = callOf(body, 9_500)
    expect((await enough.hold.cover(enough.request())).outputLimit).toBeUndefined()
  })

  test('is held for by the dearest of the models that may serve it', async () => {
    const body = { max_tokens: 900 }
    const heldWith = async (...otherModels: string[]) => {
      const call = callOf(body, 1_000_000)
      await call.hold.cover(call.request(body, { otherModels }))
      return call.hold.held
    }
    expect(await heldWith('dear')).toBe(size(body) + 2_701)
    expect(await heldWith('unknown', 'dear')).toBe(size(body) + 2_701)
    expect(await heldWith('unknown')).toBe(size(body) + 901)
  })

  test('is lowered in each of its answers', async () => {
    const body = { max_tokens: 9_000, n: 3 }
    const call = callOf(body, 1_000, { isStream: false })
    const sent = await call.hold.cover(call.request())
    expect(sent.outputLimit).toBe(Math.floor((1_000 - size(body) - 1) / 3))
  })

  test('is refused if not even a short answer can be paid', async () => {
    const call = callOf({ max_tokens: 900 }, 30)
    const refusal = await Promise.resolve(call.hold.cover(call.request())).catch(error => error)
    expect(refusal).toMatchObject({ code: 'user_quota_insufficient', parameters: { amount: String(18 + 17) } })
  })

  test('is sent unchanged as a form, or in a format without an output limit', async () => {
    const form = callOf({ max_tokens: 9_000 }, 1_000, { isStream: false })
    const request = form.request(new Blob())
    expect(await form.hold.cover(request)).toBe(request)
    const vectors = callOf({ input: 'a' }, 1_000, { endpoint: { format: 'openai-embeddings' } })
    const embedding = vectors.request({ input: 'a' }, { format: 'openai-embeddings' })
    expect(await vectors.hold.cover(embedding)).toBe(embedding)
  })
})

describe('a request whose worst case the wallet cannot pay', () => {
  // no known words, so that each byte may be a token
  const body = { messages: [{ role: 'user', content: 'ꙮ'.repeat(1_000) }], max_tokens: 20 }
  const covered = async (wallet: number, told: number | null) => {
    const call = callOf(body, wallet, { endpoint: { format: 'anthropic-messages' } })
    const asked: string[] = []
    const count = async (_: UpstreamRequest, { text }: { text: string }) => {
      asked.push(text)
      return told
    }
    const sent = call.hold.cover(call.request(body, { format: 'anthropic-messages' }), count)
    const error = await Promise.resolve(sent).then(
      () => null,
      ({ code }) => code,
    )
    return { error, asked: asked.length, held: call.hold.held }
  }

  test('is held for by its host’s count, if the wallet pays for that', async () => {
    const around = 20 + 1
    expect(await covered(1_000, 800)).toEqual({ error: null, asked: 1, held: 816 + around })
    expect(await covered(1_000, 990)).toMatchObject({ error: 'user_quota_insufficient', asked: 1 })
  })

  test('is refused if its host does not count', async () => {
    expect(await covered(1_000, null)).toMatchObject({ error: 'user_quota_insufficient', asked: 1 })
  })

  test('is not counted if it is payable anyway, or at no count', async () => {
    expect(await covered(10_000, 800)).toMatchObject({ error: null, asked: 0 })
    expect(await covered(700, 1)).toEqual({ error: 'user_quota_insufficient', asked: 0, held: 0 })
  })
})

describe('the extender of a covered request', () => {
  test('is bound to the lowered limit', async () => {
    const call = callOf({ max_tokens: 9_000 }, 1_000, { isStream: false })
    await call.hold.cover(call.request())
    expect(call.hold.extender().coveredBytes(tallyOf())).toBe(Number.POSITIVE_INFINITY)
  })

  test('asks for more if the stream has no limit', async () => {
    const call = callOf({ seed: 1 }, 100_000)
    await call.hold.cover(call.request())
    expect(await call.hold.extender().covers(tallyOf({ outputTokens: 3_400 }))).toBe(true)
    expect(call.asked.at(-1)?.[0]).toBe('extend')
  })
})

describe('a request with only the gateway’s limit, whose answer is not seen before its end', () => {
  const body = { max_tokens: 20_000 }
  const usual = size(body) + 1_001

  async function covered(wallet: number, asked: Body = {}, isStream = false) {
    const call = callOf(asked, wallet, { isStream })
    const sent = await call.hold.cover(call.request(body, { format: 'anthropic-messages' }))
    return { held: call.hold.held, limit: sent.outputLimit }
  }

  test('holds a usual answer and half of the remaining wallet, and may cost no more than that', async () => {
    const held = usual + Math.trunc((10_000 - usual) / 2)
    expect(await covered(10_000)).toEqual({ held, limit: held - size(body) - 1 })
  })

  test('holds exactly its limit if half of the wallet pays for it', async () => {
    expect(await covered(100_000)).toEqual({ held: size(body) + 20_001, limit: undefined })
  })

  test('holds all that the wallet can pay if the client set a limit too', async () => {
    expect(await covered(10_000, { max_tokens: 20_000 })).toEqual({ held: 10_000, limit: 10_000 - size(body) - 1 })
  })

  test('holds the first part of an answer that is seen', async () => {
    expect((await covered(6_000, {}, true)).held).toBe(size(body) + 4_097)
  })
})

test('a large request holds for each prompt that the operator has set in place of its own', async () => {
  const endpoint = { path: '/v1/completions', format: 'openai-completions' } as const
  const asked = { prompt: 'Hello', max_tokens: 100 }
  const sent = JSON.stringify({ prompt: Array(4).fill('to and fro '.repeat(2_000)), max_tokens: 100 })
  const heldFor = async (counts?: { prompts: number }) => {
    const call = callOf(asked, 1_000_000, { endpoint, isStream: false })
    Object.assign(call.envelope, { isLarge: counts !== undefined, counts, inputFacts: factsIn(endpoint.format, sent) })
    await call.hold.cover(call.request(sent, { format: endpoint.format, scanned: scanObject(sent) }))
    return call.hold.held
  }
  expect(await heldFor({ prompts: 1 })).toBe(await heldFor())
})
