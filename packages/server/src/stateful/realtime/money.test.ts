import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Log, type LogOther, type Page, receiptOf, type Token, type User } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { openRealtime, type RealtimeClient } from '../../../test/support/realtime-client.ts'
import {
  beginResponse,
  endResponse,
  type RealtimeUpstream,
  say,
  silence,
  startRealtimeUpstream,
} from '../../../test/support/realtime-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

const MODEL = 'gpt-realtime'
/** The cost of the usual response at 4, 0.4, 16, 32 and 64 dollars a million. */
const LINES = [
  { line: 'input', count: 55, ratio: 2, quota: 110 },
  { line: 'cache_read', count: 70, ratio: 0.2, quota: 14 },
  { line: 'audio_input', count: 7, ratio: 16, quota: 112 },
  { line: 'output', count: 30, ratio: 8, quota: 240 },
  { line: 'audio_output', count: 91, ratio: 32, quota: 2_912 },
]
const COST = 3_388
/** The hold of a first response: 500 tokens and half a minute of speech. */
const HOLD = 500 * 2 + 30 * 20 * 32

let upstream: RealtimeUpstream
let gateway: TestGateway
let app: RunningApp
let faithfully: RealtimeUpstream['answer']

beforeAll(async () => {
  upstream = await startRealtimeUpstream()
  faithfully = upstream.answer
  gateway = await startGateway(undefined, async (...given) => {
    app = await buildAppContext(...given)
    return app
  })
  await gateway.makeChannel({ base_url: upstream.url, models: MODEL })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  Object.assign(upstream, { answer: faithfully, heard: [] })
})

const open = (bearer: string) => openRealtime(`${gateway.url}/v1/realtime?model=${MODEL}`, bearer)
const balance = async () => (await gateway.consoleCall<User>('GET', '/api/user/self')).quota
const tokenOf = async (id: number) => {
  const { items } = await gateway.consoleCall<Page<Token>>('GET', '/api/token/?p=1&size=100')
  return items.find(token => token.id === id)
}
const rows = async (token: string, count: number) => {
  const read = async () =>
    (await gateway.consoleCall<Page<Log>>('GET', `/api/log/?p=1&page_size=100&token_name=${encodeURIComponent(token)}`))
      .items
  return (await until(read, found => found.length >= count)).toReversed()
}
const otherOf = ({ other }: Log): LogOther => JSON.parse(other)

async function respond(client: RealtimeClient, count: number): Promise<void> {
  client.say({ type: 'response.create' })
  await client.hears('response.done', count)
}

describe('a response', () => {
  test('has a row whose receipt equals a price calculated by hand, and the next one has another', async () => {
    const { bearer } = await gateway.makeToken({ name: 'two responses' })
    const before = await balance()
    const client = open(bearer)
    await respondAfterGreeting(client, 1)
    await respond(client, 2)
    client.socket.close()
    const found = await rows('two responses', 2)
    expect(found.map(row => [row.quota, row.prompt_tokens, row.completion_tokens, row.model_name])).toEqual([
      [COST, 132, 121, MODEL],
      [COST, 132, 121, MODEL],
    ])
    for (const row of found) expect(receiptOf(otherOf(row))).toMatchObject({ lines: LINES, total: COST })
    expect(new Set(found.map(row => row.request_id)).size).toBe(1)
    await until(balance, left => before - left === 2 * COST)
  })

  test('is settled before its last message is sent', async () => {
    const { bearer } = await gateway.makeToken({ name: 'settled first' })
    const client = open(bearer)
    let atLastWord = Promise.resolve<Log[]>([])
    client.socket.addEventListener('message', ({ data }) => {
      if (String(data).includes('"response.done"')) atLastWord = rows('settled first', 0)
    })
    await respondAfterGreeting(client, 1)
    expect((await atLastWord).map(row => row.quota)).toEqual([COST])
    client.socket.close()
  })

  test('whose end is reported twice is charged once', async () => {
    upstream.answer = (event, socket) => {
      if (event.type !== 'response.create') return
      const id = beginResponse(socket)
      endResponse(socket, id)
      endResponse(socket, id)
      say(socket, { type: 'the end' })
    }
    const { bearer } = await gateway.makeToken({ name: 'over twice' })
    const client = open(bearer)
    await respondAfterGreeting(client, 2)
    await client.hears('the end')
    client.socket.close()
    expect((await rows('over twice', 1)).map(row => row.quota)).toEqual([COST])
  })

  test('that begins unannounced is charged at its end', async () => {
    upstream.answer = (event, socket) => {
      if (event.type === 'response.create') endResponse(socket, 'resp_x')
    }
    const { bearer } = await gateway.makeToken({ name: 'unseen' })
    const client = open(bearer)
    await respondAfterGreeting(client, 1)
    client.socket.close()
    expect((await rows('unseen', 1)).map(row => row.quota)).toEqual([COST])
  })

  test('that runs beside another is charged separately', async () => {
    upstream.answer = (event, socket) => {
      if (event.type !== 'response.create') return
      const ids = [beginResponse(socket), beginResponse(socket)]
      for (const id of ids) endResponse(socket, id)
    }
    const { bearer } = await gateway.makeToken({ name: 'beside' })
    const client = open(bearer)
    await respondAfterGreeting(client, 2)
    client.socket.close()
    expect((await rows('beside', 2)).map(row => row.quota)).toEqual([COST, COST])
  })

  test('without output is free', async () => {
    upstream.answer = (event, socket) => {
      if (event.type !== 'response.create') return
      say(socket, { type: 'response.created', response: { id: 'r' } })
      endResponse(socket, 'r', { status: 'cancelled', output: [], usage: null })
    }
    const { bearer } = await gateway.makeToken({ name: 'nothing' })
    const client = open(bearer)
    await respondAfterGreeting(client, 1)
    client.socket.close()
    expect((await rows('nothing', 1)).map(row => row.quota)).toEqual([0])
  })

  test('without reported usage is charged by its audio and text', async () => {
    upstream.answer = (event, socket) => {
      if (event.type === 'response.create') endResponse(socket, beginResponse(socket), { status: 'completed' })
    }
    const { bearer } = await gateway.makeToken({ name: 'unreported' })
    const client = open(bearer)
    await client.hears('session.created')
    client.say({ type: 'input_audio_buffer.append', audio: silence(3) })
    await respond(client, 1)
    client.socket.close()
    const [row] = await rows('unreported', 1)
    expect(row && otherOf(row)).toMatchObject({ audio_input: 30, audio_output: 20, usage_source: 'estimated' })
  })

  test('with absurd usage costs no more than its messages could', async () => {
    upstream.answer = (event, socket) => {
      if (event.type !== 'response.create') return
      endResponse(socket, beginResponse(socket), { usage: { input_tokens: 1e12, output_tokens: 3 } })
    }
    const { bearer } = await gateway.makeToken({ name: 'absurd' })
    const client = open(bearer)
    await respondAfterGreeting(client, 1)
    client.socket.close()
    const [row] = await rows('absurd', 1)
    expect(row && otherOf(row).suspect_counts).toEqual(['input'])
    expect(row?.prompt_tokens).toBeLessThan(120_000)
  })
})

describe('a transcription of the client’s speech', () => {
  const heard = (usage: object | undefined) => ({
    type: 'conversation.item.input_audio_transcription.completed',
    item_id: 'i',
    transcript: 'Open the gate.',
    usage,
  })
  const tokens = { type: 'tokens', input_tokens: 100, output_tokens: 20, input_token_details: { audio_tokens: 90 } }

  test.each<[string, string, object | undefined, [string, number][]]>([
    // 10 × 0.625 + 90 × 1.5 + 20 × 2.5
    ['by tokens', 'gpt-4o-mini-transcribe', tokens, [['gpt-4o-mini-transcribe', 191]]],
    // one minute at 0.006 dollars
    ['by time', 'whisper-1', { type: 'duration', seconds: 60 }, [['whisper-1', 3_000]]],
    ['at the session’s price', 'who-knows', tokens, [['who-knows', 10 * 2 + 90 * 16 + 20 * 8]]],
    // ten seconds at 0.006 dollars a minute, as tokens
    ['uncounted', 'whisper-1', undefined, [['whisper-1', 501]]],
  ])('%s is a row of its own', async (how, transcriber, usage, expected) => {
    upstream.answer = (event, socket) => {
      if (event.type === 'session.update') say(socket, { type: 'session.updated', session: event.session })
      else say(socket, heard(usage))
    }
    const { bearer } = await gateway.makeToken({ name: how })
    const client = open(bearer)
    await client.hears('session.created')
    client.say({ type: 'session.update', session: { audio: { input: { transcription: { model: transcriber } } } } })
    await client.hears('session.updated')
    client.say({ type: 'input_audio_buffer.append', audio: silence(10) })
    await client.hears('conversation.item.input_audio_transcription.completed')
    client.socket.close()
    const found = await rows(how, expected.length)
    expect(found.map(row => [row.model_name, row.quota])).toEqual(expected)
  })
})

describe('a transcription by a model that the upstream does not name costs the session’s price', () => {
  const AT_SESSIONS = 10 * 2 + 90 * 16 + 20 * 8
  const asked = (model: string) => ({ audio: { input: { transcription: { model } } } })
  const cheap = asked('gpt-4o-mini-transcribe')
  test.each<[how: string, updates: object[], quota: number]>([
    ['one', [cheap], 191],
    ['one twice', [cheap, cheap], 191],
    ['two', [cheap, asked('dear-transcribe')], AT_SESSIONS],
    ['two in both spellings', [{ ...cheap, input_audio_transcription: { model: 'dear' } }], AT_SESSIONS],
  ])('if %s was asked for', async (how, updates, quota) => {
    upstream.answer = (event, socket) => {
      if (event.type === 'session.update') say(socket, { type: 'session.updated', session: { voice: 'alloy' } })
      else
        say(
          socket,
          { type: 'input_audio_buffer.committed', item_id: 'i' },
          {
            type: 'conversation.item.input_audio_transcription.completed',
            item_id: 'i',
            transcript: 'Open the gate.',
            usage: { input_tokens: 100, output_tokens: 20, input_token_details: { audio_tokens: 90 } },
          },
        )
    }
    const { bearer } = await gateway.makeToken({ name: `unnamed ${how}` })
    const client = open(bearer)
    await client.hears('session.created')
    for (const session of updates) client.say({ type: 'session.update', session })
    await client.hears('session.updated', updates.length)
    client.say({ type: 'input_audio_buffer.append', audio: silence(10) })
    await client.hears('conversation.item.input_audio_transcription.completed')
    client.socket.close()
    expect((await rows(`unnamed ${how}`, 1)).map(row => row.quota)).toEqual([quota])
  })
})

describe('a client that leaves a session early', () => {
  const heardSound = { type: 'input_audio_buffer.append', audio: silence(10) }
  const whisper = { type: 'session.update', session: { audio: { input: { transcription: { model: 'whisper-1' } } } } }

  test.each<[how: string, said: object[]]>([
    ['committed', [{ type: 'input_audio_buffer.committed', item_id: 'i' }]],
    ['shown', [{ type: 'conversation.item.input_audio_transcription.delta', item_id: 'i', delta: 'Open' }]],
  ])('pays for speech whose transcription was %s and not reported', async (how, said) => {
    upstream.answer = (event, socket) => {
      if (event.type === 'session.update') say(socket, { type: 'session.updated', session: event.session })
      else say(socket, ...said)
    }
    const name = `left ${how}`
    const { bearer } = await gateway.makeToken({ name })
    const client = open(bearer)
    await client.hears('session.created')
    client.say(whisper)
    await client.hears('session.updated')
    client.say(heardSound)
    await client.hears(String((said[0] as { type: string }).type))
    client.socket.close()
    expect((await rows(name, 1)).map(row => [row.model_name, row.quota])).toEqual([['whisper-1', 501]])
  })

  test('pays for an answer that was never announced', async () => {
    upstream.answer = (event, socket) => {
      if (event.type !== 'response.create') return
      say(socket, { type: 'response.output_audio.delta', response_id: 'r', delta: silence(20) })
    }
    const { bearer } = await gateway.makeToken({ name: 'unannounced' })
    const client = open(bearer)
    await client.hears('session.created')
    client.say({ type: 'response.create' })
    await client.hears('response.output_audio.delta')
    client.socket.close()
    const [row] = await rows('unannounced', 1)
    expect(row && otherOf(row)).toMatchObject({ audio_output: 400, usage_source: 'estimated' })
  })

  test('pays for the conversation that the upstream was asked to answer', async () => {
    upstream.answer = () => undefined
    const { bearer } = await gateway.makeToken({ name: 'unanswered' })
    const client = open(bearer)
    await client.hears('session.created')
    client.say(heardSound)
    client.say({ type: 'response.create' })
    await until(
      async () => upstream.heard.length,
      count => count >= 2,
    )
    client.socket.close()
    const [row] = await rows('unanswered', 1)
    expect(row && otherOf(row)).toMatchObject({ audio_input: 100, charge_rule: { charged: 'prompt' } })
  })
})

describe('a wallet', () => {
  test('ends an endless response near zero', async () => {
    upstream.answer = async (event, socket) => {
      if (event.type !== 'response.create') return
      const id = beginResponse(socket)
      for (let second = 0; second < 600 && socket.readyState === WebSocket.OPEN; second++) {
        say(socket, { type: 'response.output_audio.delta', response_id: id, delta: silence(1) })
        await Bun.sleep(1)
      }
    }
    const MONEY = 2 * HOLD
    const token = await gateway.makeToken({ name: 'on and on', unlimited_quota: false, remain_quota: MONEY })
    const client = open(token.bearer)
    await client.hears('session.created')
    client.say({ type: 'response.create' })
    expect(await client.ends()).toEqual({ code: 1008, reason: 'quota_used_up' })
    expect(client.events.at(-1)).toMatchObject({ type: 'error', error: { type: 'insufficient_quota' } })
    const [row] = await rows('on and on', 1)
    expect(row && otherOf(row).wallet_empty).toBe(true)
    // Checked every 256 tokens of audio. The token's cap only stops the response: its owner pays for what passed.
    expect(row?.quota).toBeWithin(MONEY - 256 * 32, MONEY + 256 * 32)
    expect((await tokenOf(token.id))?.remain_quota).toBeWithin(0, 256 * 32)
    await until(
      async () => upstream.sockets.size,
      count => count === 0,
    )
  })

  test('gets the hold of a response that never came back', async () => {
    const token = await gateway.makeToken({ name: 'never', unlimited_quota: false, remain_quota: HOLD })
    const client = open(token.bearer)
    await client.hears('session.created')
    const held = () => [...app.ledger.holds()].flatMap(hold => (hold.tokenId === token.id ? [hold.tokenAmount] : []))
    expect(held()).toEqual([HOLD])
    client.socket.close()
    await until(
      async () => held(),
      holds => holds.length === 0,
    )
    expect((await tokenOf(token.id))?.remain_quota).toBe(HOLD)
  })
})

describe('the next response is refused', () => {
  test.each<[what: string, session: object]>([
    ['a stored prompt', { prompt: { id: 'pmpt_1' } }],
    ['tools the upstream runs', { tools: [{ type: 'mcp', server_label: 'a', server_url: 'https://example.com' }] }],
  ])('before it goes up, where the session names %s and the wallet pays for no window', async (_what, session) => {
    const token = await gateway.makeToken({ unlimited_quota: false, remain_quota: HOLD })
    const client = open(token.bearer)
    await client.hears('session.created')
    client.say({ type: 'session.update', session })
    client.say({ type: 'response.create' })
    const { error } = await client.hears('error')
    expect(error).toMatchObject({ code: 'token_quota_insufficient' })
    expect(upstream.heard.filter(message => JSON.stringify(message).includes('response.create'))).toEqual([])
    client.socket.close()
  })

  test('if the token was disabled meanwhile, and the session ends', async () => {
    const token = await gateway.makeToken({ name: 'disabled' })
    const client = open(token.bearer)
    await respondAfterGreeting(client, 1)
    await gateway.consoleCall('PUT', '/api/token/?status_only=true', { id: token.id, status: 2 })
    client.say({ type: 'response.create' })
    expect(await client.ends()).toEqual({ code: 1008, reason: 'token_disabled' })
    expect(client.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'token_disabled' } })
    expect((await rows('disabled', 2)).map(row => row.quota)).toEqual([COST, 0])
  })

  test('even if the upstream begins it by itself', async () => {
    const token = await gateway.makeToken({ name: 'disabled, spoken to' })
    const client = open(token.bearer)
    await client.hears('session.created')
    await gateway.consoleCall('PUT', '/api/token/?status_only=true', { id: token.id, status: 2 })
    for (const socket of upstream.sockets) beginResponse(socket)
    expect(await client.ends()).toEqual({ code: 1008, reason: 'token_disabled' })
    expect(client.events.map(({ type }) => type)).toEqual(['session.created', 'error'])
  })
})

async function respondAfterGreeting(client: RealtimeClient, count: number): Promise<void> {
  await client.hears('session.created')
  await respond(client, count)
}
