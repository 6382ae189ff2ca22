import { describe, expect, test } from 'bun:test'
import pino from 'pino'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { CallRun } from '../../relay/hold/call-run.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { storeDelivered } from './store-delivered.ts'

const MIB = 1024 * 1024
const channel = { provider: { keepsResponses: false } } as unknown as OpenChannel

/** Passes an answer on and returns what was stored. */
async function stored(answer: Response, how: object = {}) {
  const kept: { id: string; size: number; status: string; previousId: string; content: unknown }[] = []
  const added: unknown[] = []
  const call = {
    requestId: 'r',
    stored: {
      userId: 5,
      format: 'openai-responses',
      id: 'own',
      chain: ['first', 'second'],
      conversationId: '',
      isKept: true,
      isAwaited: true,
      input: () => [{ type: 'message', content: 'Hi' }],
      ...how,
    },
  }
  const deps = {
    options: { get: () => 1 },
    responses: { keep: async (row: (typeof kept)[number]) => void kept.push(row) },
    conversations: { add: async (...items: unknown[]) => void added.push(items) },
    log: pino({ level: 'silent' }),
  }
  const run = { logged: { call, model: 'm' } } as unknown as CallRun
  const passed = await storeDelivered(answer, run, channel, deps as unknown as StatefulDeps)
  return { kept, added, text: await passed.text() }
}

const answerOf = (bytes: number) => {
  const head = '{"id":"resp_a","output":[],"text":"'
  return new Response(`${head}${'a'.repeat(bytes - head.length - 2)}"}`)
}

describe('an answer on its way to its client', () => {
  test('is stored up to the limit of a mebibyte, and passed on whatever its size', async () => {
    const whole = await stored(answerOf(MIB))
    expect([whole.kept.length, whole.text.length]).toEqual([1, MIB])
    const longer = await stored(answerOf(MIB + 1))
    expect([longer.kept.length, longer.text.length]).toEqual([0, MIB + 1])
  })

  test('is stored under its own id with what it continues from, and the sizes of its items', async () => {
    const output = [{ type: 'message', content: 'Hello' }]
    const { kept, added } = await stored(Response.json({ id: 'resp_a', status: 'incomplete', output }))
    const input = [{ type: 'message', content: 'Hi' }]
    const size = JSON.stringify(input).length + JSON.stringify(output).length
    const response = { id: 'resp_a', status: 'incomplete', output, store: true }
    expect(kept).toMatchObject([{ id: 'resp_a', previousId: 'second', status: 'incomplete', size }])
    expect(kept[0]?.content).toEqual({ input, response })
    expect(added).toEqual([])
    expect((await stored(Response.json({ id: '', output }))).kept).toMatchObject([{ id: 'own', status: 'completed' }])
    expect((await stored(Response.json({ output }))).kept).toMatchObject([{ id: 'own' }])
  })

  test('adds its items to its conversation, whether it is stored or not', async () => {
    const answer = () => Response.json({ id: 'resp_a', output: [{ type: 'message', content: 'Hello' }] })
    const { kept, added } = await stored(answer(), { isKept: false, conversationId: 'conv_a' })
    expect(kept).toEqual([])
    expect(added).toMatchObject([[5, 'conv_a', [{ content: 'Hi' }, { content: 'Hello' }]]])
    expect(await stored(answer(), { isKept: false })).toMatchObject({ kept: [], added: [] })
  })

  test('is passed on unchanged if it cannot be stored', async () => {
    for (const answer of [new Response('no JSON'), new Response('{"id":"a"}', { status: 400 })]) {
      const { kept, text } = await stored(answer)
      expect([kept.length, text.length > 0]).toEqual([0, true])
    }
    expect((await stored(answerOf(100), { isBackground: true })).kept).toEqual([])
  })
})
