import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Log, LogOther, Page } from '@tollgate/contract'
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

const MODEL = 'gpt-realtime'
/** The hold of a response to 500 tokens with half a minute of speech, and the price of a token of text. */
const [HOLD, TOKEN] = [500 * 2 + 30 * 20 * 32, 2]
const LONG = 'a'.repeat(20_000)

let upstream: RealtimeUpstream
let gateway: TestGateway

beforeAll(async () => {
  upstream = await startRealtimeUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: MODEL })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.heard = []
  upstream.answer = (event, socket) => {
    if (event.type === 'response.create') endResponse(socket, beginResponse(socket), SMALL)
  }
})

const USAGE = { input_tokens: 5, output_tokens: 3 }
const SMALL = { status: 'completed', conversation_id: 'conv_1', usage: USAGE }
const item = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
})
const create = (response: object = {}) => ({ type: 'response.create', response })
const requests = () => upstream.heard.filter(event => 'type' in event && event.type === 'response.create').length

async function connect(name: string, quota: number): Promise<RealtimeClient> {
  const { bearer } = await gateway.makeToken({ name, unlimited_quota: false, remain_quota: quota })
  const client = openRealtime(`${gateway.url}/v1/realtime?model=${MODEL}`, bearer)
  await client.hears('session.created')
  return client
}
const rowsOf = async (name: string) =>
  (await gateway.consoleCall<Page<Log>>('GET', `/api/log/?p=1&page_size=100&token_name=${encodeURIComponent(name)}`))
    .items

describe('a wallet that pays for a short response gets none to a long text', () => {
  const besides = { conversation: 'none', input: [{ type: 'message', role: 'user', content: [] }] }
  const REFUSED: [how: string, messages: object[]][] = [
    ['in an item', [item(LONG), create()]],
    ['in the request itself', [create({ instructions: LONG })]],
    ['in the input of the request itself', [create({ input: [item(LONG).item] })]],
    ['in a setting', [{ type: 'session.update', session: { instructions: LONG } }, create()]],
    ['after a response beside the conversation', [create(besides), item(LONG), create()]],
    ['after a response to an input of its own', [create({ input: [] }), item(LONG), create()]],
  ]
  test.each(REFUSED)('%s', async (how, messages) => {
    const name = `long ${how}`.slice(0, 30)
    const client = await connect(name, HOLD + 2_000 * TOKEN)
    for (const message of messages) client.say(message)
    const { error } = await client.hears('error')
    expect(error).toMatchObject({ code: 'token_quota_insufficient' })
    expect(requests()).toBe(messages.filter(message => 'response' in message).length - 1)
    client.socket.close()
  })

  test('said while another response runs', async () => {
    let finish = () => {}
    upstream.answer = (event, socket) => {
      if (event.type !== 'response.create') return
      const id = beginResponse(socket)
      finish = () => endResponse(socket, id, SMALL)
    }
    const client = await connect('long meanwhile', 2 * HOLD + 2_000 * TOKEN)
    client.say(create())
    await client.hears('response.created')
    client.say(item(LONG))
    await until(
      async () => upstream.heard.length,
      count => count >= 2,
    )
    finish()
    await client.hears('response.done')
    client.say(create())
    expect((await client.hears('error')).error).toMatchObject({ code: 'token_quota_insufficient' })
    expect(requests()).toBe(1)
    client.socket.close()
  })

  test('beside speech that the upstream may answer by itself', async () => {
    const client = await connect('long beside speech', HOLD + 2_000 * TOKEN)
    client.say({ type: 'input_audio_buffer.append', audio: silence(1) })
    client.say(item(LONG))
    expect(await client.ends()).toEqual({ code: 1008, reason: 'token_quota_insufficient' })
    expect(upstream.heard).toHaveLength(1)
  })
})

describe('responses that are requested at once', () => {
  test('go up one by one, each with a hold of its own', async () => {
    const begun: (() => void)[] = []
    upstream.answer = (event, socket) => {
      if (event.type === 'response.create') begun.push(() => void beginResponse(socket))
    }
    const client = await connect('at once', 1_000_000)
    for (let count = 0; count < 5; count++) client.say(create({ conversation: 'none' }))
    for (let count = 1; count <= 5; count++) {
      await until(
        async () => begun.length,
        found => found >= count,
      )
      expect(requests()).toBe(count)
      begun[count - 1]?.()
    }
    client.socket.close()
    expect(
      await rowsOf('at once').then(() =>
        until(
          () => rowsOf('at once'),
          rows => rows.length >= 5,
        ),
      ),
    ).toHaveLength(5)
  })

  test('are no more than the wallet pays for', async () => {
    upstream.answer = (event, socket) => {
      if (event.type === 'response.create') beginResponse(socket)
    }
    const client = await connect('more than paid', 3 * HOLD)
    for (let count = 0; count < 10; count++) client.say(create({ conversation: 'none' }))
    expect(await client.ends()).toEqual({ code: 1008, reason: 'token_quota_insufficient' })
    expect(requests()).toBe(3)
    const rows = await until(
      () => rowsOf('more than paid'),
      found => found.length >= 3,
    )
    expect(rows.filter(({ quota }) => quota > 0)).toHaveLength(3)
  })
})

describe('a request after an error', () => {
  test('does not share the hold of the one before, which may begin yet', async () => {
    upstream.answer = (event, socket) => {
      if (event.type === 'nonsense') say(socket, { type: 'error', error: { message: 'Unknown type' } })
    }
    const client = await connect('after another error', HOLD + HOLD / 2)
    client.say(create())
    client.say({ type: 'nonsense' })
    await client.hears('error')
    client.say(create())
    expect(await client.ends()).toEqual({ code: 1008, reason: 'token_quota_insufficient' })
    expect(requests()).toBe(1)
  })

  test('needs no more money than two, however many were refused before', async () => {
    let isRefused = false
    upstream.answer = (event, socket) => {
      if (event.type !== 'response.create') return
      isRefused = !isRefused
      if (isRefused) say(socket, { type: 'error', error: { message: 'No' } })
      else endResponse(socket, beginResponse(socket), SMALL)
    }
    const client = await connect('refused in turn', 2 * HOLD + 10_000)
    for (let count = 1; count <= 4; count++) {
      client.say(create())
      await client.hears('error', count)
      client.say(create())
      await client.hears('response.done', count)
    }
    client.socket.close()
    expect(requests()).toBe(8)
    const rows = await until(
      () => rowsOf('refused in turn'),
      found => found.length >= 4,
    )
    expect(rows).toHaveLength(4)
  })
})

describe('a client that leaves pays for what it asked', () => {
  const prompt = (row: Log | undefined): LogOther => JSON.parse(row?.other ?? '{}')

  test('while another response runs', async () => {
    let running = ''
    upstream.answer = (event, socket) => {
      if (event.type !== 'response.create') return
      if (!running) running = beginResponse(socket)
      else say(socket, { type: 'response.output_audio_transcript.delta', response_id: running, delta: 'More' })
    }
    const client = await connect('left beside', 1_000_000)
    client.say(create())
    await client.hears('response.created')
    client.say(create({ conversation: 'none' }))
    await client.hears('response.output_audio_transcript.delta', 2)
    client.socket.close()
    const rows = await until(
      () => rowsOf('left beside'),
      found => found.length >= 2,
      10_000,
    )
    expect(rows.map(row => prompt(row).charge_rule?.charged).toSorted()).toEqual(['prompt', 'seen'])
  })

  test('after an error of another message, if it begins', async () => {
    const later: (() => void)[] = []
    upstream.answer = (event, socket) => {
      if (event.type === 'response.create') later.push(() => endResponse(socket, beginResponse(socket), SMALL))
      if (event.type === 'nonsense') say(socket, { type: 'error', error: { message: 'Unknown type' } })
    }
    const client = await connect('left after an error', 1_000_000)
    client.say(create())
    client.say({ type: 'nonsense' })
    await client.hears('error')
    client.socket.close()
    await until(
      async () => client.closed,
      closed => closed !== null,
    )
    later[0]?.()
    const rows = await until(
      () => rowsOf('left after an error'),
      found => found.length >= 1,
    )
    expect([rows.length, rows[0]?.prompt_tokens]).toEqual([1, 5])
  })

  test('and not for a request that the upstream refused', async () => {
    upstream.answer = (event, socket) => {
      if (event.type === 'response.create') say(socket, { type: 'error', error: { message: 'No' } })
    }
    const client = await connect('refused', 1_000_000)
    client.say(create())
    await client.hears('error')
    client.socket.close()
    await until(
      async () => upstream.sockets.size,
      count => count === 0,
      10_000,
    )
    expect(await rowsOf('refused')).toEqual([])
  })
})

test('a transcription that failed is not charged', async () => {
  upstream.answer = (event, socket) => {
    if (event.type === 'session.update') return say(socket, { type: 'session.updated', session: event.session })
    const id = { item_id: 'i' }
    say(socket, { type: 'input_audio_buffer.committed', ...id })
    say(socket, { type: 'conversation.item.input_audio_transcription.failed', ...id, error: { message: 'No' } })
  }
  const client = await connect('not transcribed', 1_000_000)
  client.say({ type: 'session.update', session: { audio: { input: { transcription: { model: 'whisper-1' } } } } })
  await client.hears('session.updated')
  client.say({ type: 'input_audio_buffer.append', audio: silence(10) })
  await client.hears('conversation.item.input_audio_transcription.failed')
  client.socket.close()
  await until(
    async () => upstream.sockets.size,
    count => count === 0,
  )
  expect(await rowsOf('not transcribed')).toEqual([])
})
