import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { noUsage, type Usage } from '../../canonical/usage.ts'
import { estimateInput } from '../../usage/estimate-input.ts'
import { observers } from '../index.ts'
import { type Conversation, newConversation } from './conversation.ts'
import { readRealtimeMessage } from './message.ts'
import { readRealtimeUsage } from './read-usage.ts'

const counts = (usage: Partial<Usage>) => ({ ...noUsage(), ...usage })
const reported = (usage: Partial<Usage>) => counts({ raw: {}, ...usage })

describe('the usage of a live response', () => {
  const raw = {
    total_tokens: 253,
    input_tokens: 132,
    output_tokens: 121,
    input_token_details: {
      text_tokens: 119,
      audio_tokens: 13,
      cached_tokens: 70,
      cached_tokens_details: { text_tokens: 64, audio_tokens: 6 },
    },
    output_token_details: { text_tokens: 30, audio_tokens: 91 },
  }

  test('counts cached tokens once, and sound apart from text', () => {
    expect(readRealtimeUsage(raw)?.usage).toEqual(
      counts({ input: 55, cacheRead: 70, audioInput: 7, output: 30, audioOutput: 91, raw }),
    )
  })

  test.each<[what: string, raw: unknown, expected: Partial<Usage> | null]>([
    ['without a word of the cache', { input_tokens: 9, output_tokens: 4 }, { input: 9, output: 4 }],
    [
      'with more cached than there was',
      {
        input_tokens: 10,
        output_tokens: 1,
        input_token_details: { audio_tokens: 4, cached_tokens: 99, cached_tokens_details: { audio_tokens: 99 } },
      },
      { cacheRead: 10, output: 1, suspect: ['cacheRead'] },
    ],
    ['that is none', null, null],
  ])('%s is read', (_what, raw, expected) => {
    expect(readRealtimeUsage(raw)?.usage ?? null).toEqual(expected && counts({ ...expected, raw }))
  })
})

describe('a response of a live session', () => {
  const observe = (...events: object[]) => {
    const observer = observers['openai-realtime'].stream({ hideUsage: false })
    for (const event of events) observer.push(new TextEncoder().encode(JSON.stringify(event)))
    return observer.tally
  }

  test.each([
    ['pcm16', { output_audio_format: 'pcm16' }, 48_000],
    ['telephone sound', { output_audio_format: 'g711_ulaw' }, 8_000],
    ['telephone sound as said since', { audio: { output: { format: { type: 'audio/pcma' } } } }, 8_000],
    ['what is not said', {}, 48_000],
  ])('reports how long its sound is: %s', (_what, format, bytes) => {
    const created = { type: 'response.created', response: { id: 'resp_1', ...format } }
    const sound = {
      type: 'response.output_audio.delta',
      response_id: 'resp_1',
      delta: Buffer.alloc(3 * bytes).toString('base64'),
    }
    expect(observe(created, sound, sound)).toMatchObject({ soundSeconds: 6, produced: true, finished: false })
  })

  test('has the format of its session where its announcement names none', () => {
    const announced = (format?: string) => ({ type: 'response.created', response: { output_audio_format: format } })
    const sound = { type: 'response.output_audio.delta', delta: Buffer.alloc(24_000).toString('base64') }
    expect(observe(announced('g711_ulaw'), announced(), sound).soundSeconds).toBe(3)
  })

  test('is finished with its last word, whatever that says', () => {
    const done = { type: 'response.done', response: { id: 'resp_1', status: 'cancelled', usage: { input_tokens: 3 } } }
    expect(observe(done)).toMatchObject({
      finished: true,
      finishReason: 'cancelled',
      usageIsFinal: true,
      produced: false,
      usage: { input: 3 },
    })
  })

  test('counts its text', () => {
    const { outputTokens, produced } = observe(
      { type: 'response.output_audio_transcript.delta', delta: 'The gate is open.' },
      { type: 'response.function_call_arguments.delta', delta: '{"gate":1}' },
      { type: 'response.output_audio.delta' },
    )
    expect([outputTokens > 7, produced]).toEqual([true, true])
  })
})

describe('a conversation', () => {
  const tell = (conversation: ReturnType<typeof newConversation>, event: object) =>
    conversation.addClientMessage(readRealtimeMessage(JSON.stringify(event)))
  const hears = (bytes: number) => ({
    type: 'input_audio_buffer.append',
    audio: Buffer.alloc(bytes).toString('base64'),
  })

  test('is as long as its messages, until a response reports more exactly', () => {
    const conversation = newConversation(() => 0)
    tell(conversation, hears(48_000))
    tell(conversation, { type: 'conversation.item.create', item: { content: [{ text: 'word '.repeat(100) }] } })
    expect(conversation.soundSeconds).toBe(1)
    expect(conversation.textTokens).toBeWithin(90, 140)
    conversation.ask()
    conversation.addResponse(reported({ input: 40, audioInput: 10, output: 5, audioOutput: 40 }))
    expect(conversation).toMatchObject({ textTokens: 45, soundSeconds: 5, cachedTokens: 0 })
  })

  test('counts as cached once an upstream is seen to cache it', () => {
    const conversation = newConversation(() => 0)
    conversation.addResponse(reported({ input: 40, cacheRead: 10, audioInput: 10, output: 5, audioOutput: 40 }))
    tell(conversation, hears(48_000))
    expect(conversation).toMatchObject({ textTokens: 45, soundSeconds: 6, cachedTokens: 10 })
  })

  test('has its cached part for ten minutes after the last response, and pays for it in full afterwards', () => {
    let now = 5_000
    const conversation = newConversation(() => now)
    conversation.addResponse(reported({ input: 40, cacheRead: 30, audioInput: 10 }))
    now += 599
    expect(conversation.cachedTokens).toBe(30)
    const before = conversation.soundSeconds
    now += 1
    expect(conversation.soundSeconds - before).toBeCloseTo(3)
    expect(conversation.cachedTokens).toBe(0)
  })

  test('has its instructions once, however often they change', () => {
    const conversation = newConversation(() => 0)
    const update = { type: 'session.update', session: { instructions: 'Guard the gate well.' } }
    tell(conversation, update)
    const once = conversation.textTokens
    tell(conversation, update)
    expect(conversation.textTokens).toBe(once)
  })

  const LONG = 'Guard the gate well. '.repeat(200)
  const LONG_TOKENS = estimateInput(JSON.stringify([LONG]))
  const setting = fc.oneof(
    fc.constant({ instructions: LONG }),
    fc.constant({ instructions: '' }),
    fc.constantFrom({ voice: 'ash' }, { temperature: 0.7 }, {}, { tools: [] }),
  )
  test('keeps instructions that an update of other settings omits', () => {
    fc.assert(
      fc.property(fc.array(setting, { minLength: 1, maxLength: 8 }), fc.boolean(), (updates, keeps) => {
        const conversation = newConversation(() => 0)
        if (keeps) conversation.addResponse(reported({ input: 5, cacheRead: 900 }))
        for (const session of updates) tell(conversation, { type: 'session.update', session })
        // an upstream that refuses a later update keeps the earlier one
        if (updates.some(session => 'instructions' in session && session.instructions === LONG))
          expect(conversation.textTokens).toBeGreaterThan(LONG_TOKENS * 0.9)
        const before = conversation.textTokens
        tell(conversation, { type: 'conversation.item.create', item: { content: [{ text: LONG }] } })
        expect(conversation.textTokens - before).toBeGreaterThan(LONG_TOKENS * 0.9)
        expect(before).toBeGreaterThanOrEqual(0)
      }),
      { seed: 25 },
    )
  })

  test.each([
    [{ input_audio_format: 'g711_alaw', input_audio_transcription: { model: 'whisper-1' } }, 6, 'whisper-1'],
    [{ audio: { input: { format: { type: 'audio/pcmu' }, transcription: { model: 'w-2' } } } }, 6, 'w-2'],
    [{ audio: { input: { format: { type: 'audio/pcm', rate: 24_000 } } } }, 1, null],
  ])('uses the settings the upstream reports: %j', (session, seconds, transcriber) => {
    const conversation = newConversation(() => 0)
    conversation.addUpstreamMessage(readRealtimeMessage(JSON.stringify({ type: 'session.updated', session })))
    tell(conversation, hears(48_000))
    expect(conversation).toMatchObject({ soundSeconds: seconds, transcriptions: { model: transcriber } })
  })
})

describe('what a conversation comes to never shrinks', () => {
  const say = (conversation: Conversation, event: object) =>
    conversation.addClientMessage(readRealtimeMessage(JSON.stringify(event)))
  const ask = (conversation: Conversation, response: object = {}) => {
    say(conversation, { type: 'response.create', response })
    conversation.ask()
  }
  const end = (conversation: Conversation, response: object, usage: Partial<Usage> = { input: 5, output: 3 }) => {
    conversation.addUpstreamMessage(readRealtimeMessage(JSON.stringify({ type: 'response.done', response })))
    conversation.addResponse(reported(usage))
  }
  const text = (length: number) => ({
    type: 'conversation.item.create',
    item: { content: [{ text: 'a'.repeat(length) }] },
  })
  const joined = { id: 'r', conversation_id: 'conv_1' }
  const LONG = 50_000

  test.each<[what: string, response: object, ended: object]>([
    ['a response beside it', { conversation: 'none', input: [] }, { id: 'r', conversation_id: null }],
    ['a response beside it, of a host that names no conversation', { conversation: 'none' }, { id: 'r' }],
    ['a response to an input of its own', { input: [{ type: 'message' }] }, joined],
  ])('by %s', (_what, response, ended) => {
    const conversation = newConversation(() => 0)
    say(conversation, text(LONG))
    ask(conversation, response)
    end(conversation, ended)
    expect(conversation.mostTextTokens).toBeGreaterThan(LONG)
  })

  test('by a response beside it that follows others', () => {
    const conversation = newConversation(() => 0)
    ask(conversation, { conversation: 'none' })
    end(conversation, { id: 'r1', conversation_id: null })
    say(conversation, text(LONG))
    ask(conversation)
    end(conversation, joined, { input: 40, output: 2 })
    expect(conversation.mostTextTokens).toBe(42)
  })

  test('by what is said while a response runs', () => {
    const conversation = newConversation(() => 0)
    ask(conversation)
    say(conversation, text(LONG))
    end(conversation, joined)
    expect(conversation.mostTextTokens).toBeGreaterThan(LONG)
    ask(conversation)
    end(conversation, joined, { input: 900 })
    expect(conversation.mostTextTokens).toBe(900)
  })

  test('by a response that reports nothing', () => {
    const conversation = newConversation(() => 0)
    say(conversation, text(LONG))
    ask(conversation)
    end(conversation, joined, { raw: null })
    expect(conversation.mostTextTokens).toBeGreaterThan(LONG)
  })

  test('by a message without spaces, or one whose sound and images are items', () => {
    const items = (part: object) => ({ type: 'conversation.item.create', item: { type: 'message', content: [part] } })
    const conversation = newConversation(() => 0)
    say(conversation, text(LONG))
    say(conversation, items({ type: 'input_audio', audio: Buffer.alloc(480_000).toString('base64') }))
    expect(conversation.soundSeconds).toBe(10)
    expect(conversation.mostTextTokens).toBeWithin(LONG, LONG + 1_000)
    say(conversation, items({ type: 'input_image', image_url: 'data:image/png;base64,iVBO' }))
    expect(conversation.mostTextTokens).toBeGreaterThan(LONG + 5_000)
  })

  const settings = fc.constantFrom('g711_ulaw', 'pcm16', undefined)
  test('by a format in either spelling', () => {
    fc.assert(
      fc.property(settings, settings, (older, newer) => {
        const conversation = newConversation(() => 0)
        const session = {
          ...(older && { input_audio_format: older }),
          ...(newer && { audio: { input: { format: { type: newer } } } }),
        }
        say(conversation, { type: 'session.update', session })
        say(conversation, { type: 'input_audio_buffer.append', audio: Buffer.alloc(48_000).toString('base64') })
        expect(conversation.soundSeconds).toBe([older, newer].includes('g711_ulaw') ? 6 : 1)
      }),
      { seed: 25 },
    )
  })

  test('by a message that was taken back', () => {
    const conversation = newConversation(() => 0)
    const update = { type: 'session.update', session: { instructions: 'a'.repeat(LONG) } }
    say(conversation, update)()
    expect(conversation.mostTextTokens).toBe(0)
    say(conversation, update)
    expect(conversation.mostTextTokens).toBeGreaterThan(LONG)
  })

  const raw = { input_token_details: { cached_tokens_details: { audio_tokens: 600 } } }
  test.each<[what: string, message: object, isKept: boolean]>([
    ['other instructions', { type: 'session.update', session: { instructions: 'Be brief' } }, false],
    ['other tools', { type: 'session.update', session: { tools: [{ type: 'function', name: 'a' }] } }, false],
    ['instructions of one response', { type: 'response.create', response: { instructions: 'Be brief' } }, false],
    ['an item in front', { type: 'conversation.item.create', previous_item_id: 'root', item: {} }, false],
    ['an item taken out', { type: 'conversation.item.delete', item_id: 'i' }, false],
    ['a message nobody knows', { type: 'conversation.item.replace' }, false],
    ['an item at the end', { type: 'conversation.item.create', item: {} }, true],
    ['another voice', { type: 'session.update', session: { voice: 'ash' } }, true],
    ['a request', { type: 'response.create', response: { metadata: { a: 'b' }, conversation: 'none' } }, true],
  ])('by a cache that no longer fits: %s', (_what, message, isKept) => {
    const conversation = newConversation(() => 0)
    conversation.addResponse(reported({ cacheRead: 1_000, raw }))
    say(conversation, message)
    expect(conversation.cachedTokens).toBe(isKept ? 1_000 : 0)
    expect(conversation.soundSeconds).toBe(isKept ? 0 : 60)
    if (!isKept) expect(conversation.textTokens).toBeGreaterThanOrEqual(400)
  })
})

describe('the client’s speech', () => {
  const tell = (conversation: ReturnType<typeof newConversation>, event: object) =>
    conversation.addClientMessage(readRealtimeMessage(JSON.stringify(event)))
  const told = (conversation: ReturnType<typeof newConversation>, event: object) =>
    conversation.addUpstreamMessage(readRealtimeMessage(JSON.stringify(event)))
  const sound = (bytes: number) => ({
    type: 'input_audio_buffer.append',
    audio: Buffer.alloc(bytes).toString('base64'),
  })

  test('is transcribed once, every second of it, however it is committed and reported', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('hear' as const), seconds: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ do: fc.constantFrom('commit' as const, 'take' as const), id: fc.constantFrom('a', 'b', 'c') }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        const conversation = newConversation(() => 0)
        const { transcriptions } = conversation
        told(conversation, { type: 'session.updated', session: { input_audio_transcription: { model: 'w' } } })
        let [heard, charged] = [0, 0]
        for (const one of steps) {
          if (one.do === 'hear') {
            tell(conversation, sound(one.seconds * 48_000))
            heard += one.seconds
          } else if (one.do === 'commit') told(conversation, { type: 'input_audio_buffer.committed', item_id: one.id })
          else charged += transcriptions.take(one.id).seconds
          expect(charged + transcriptions.pendingSeconds).toBeCloseTo(heard, 6)
        }
        told(conversation, { type: 'conversation.item.input_audio_transcription.delta', item_id: 'z' })
        for (const { seconds } of transcriptions.takeRest()) charged += seconds
        expect(charged).toBeCloseTo(heard, 6)
        expect(transcriptions.takeRest()).toEqual([])
      }),
      { seed: 25, numRuns: 500 },
    )
  })

  test('is never shorter than at the slowest format requested or reported', () => {
    const format = fc.constantFrom<[unknown, number]>(
      ['pcm16', 48_000],
      ['g711_ulaw', 8_000],
      ['G711_ALAW', 8_000],
      [{ type: 'audio/pcmu' }, 8_000],
      [{ type: 'audio/pcm', rate: 16_000 }, 32_000],
      [{ type: 'audio/pcm', rate: 96_000 }, 48_000],
      [undefined, 48_000],
    )
    fc.assert(
      fc.property(format, fc.boolean(), ([asked, rate], isEchoed) => {
        const conversation = newConversation(() => 0)
        const session = { audio: { input: { format: asked } } }
        tell(conversation, { type: 'session.update', session })
        told(conversation, { type: 'session.updated', session: isEchoed ? session : {} })
        tell(conversation, sound(480_000))
        expect(conversation.soundSeconds).toBe(480_000 / rate)
      }),
      { seed: 25 },
    )
  })
})

test.each([
  ['{"type":"response.done","response":{"id":"r"}}', 'response.done', 'r'],
  ['{"type":"response.text.delta","response_id":"r"}', 'response.text.delta', 'r'],
  ['{"type":7}', '', null],
  ['[]', '', null],
  ['{"type', '', null],
])('a message %s is of type %p and response %p', (text, type, responseId) => {
  expect(readRealtimeMessage(text)).toMatchObject({ type, responseId })
})
