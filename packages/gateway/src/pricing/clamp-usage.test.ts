import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { inputTotal, noUsage, outputTotal } from '../canonical/usage.ts'
import type { MeteredCall } from '../metering/meter.ts'
import { observers } from '../protocols/index.ts'
import { clampUsage } from './clamp-usage.ts'
import { consumedBy } from './consumed-by.ts'
import { GENEROUS, limitsOf } from './model-limits.ts'

const SEED = 20_260
const limits = { contextWindow: 200_000, output: 64_000 }
const day = new Date('2026-08-20')
const none = { contextWindows: {}, outputLimits: {} }

describe('a report of tokens', () => {
  test('within the model’s window and limit is unchanged', () => {
    const inWindow = fc.nat({ max: limits.contextWindow })
    const inLimit = fc.nat({ max: limits.output })
    fc.assert(
      fc.property(inWindow, fc.double({ min: 0, max: 1, noNaN: true }), inLimit, (input, share, output) => {
        const cacheRead = Math.floor(input * share)
        const usage = { ...noUsage(), input: input - cacheRead, cacheRead, output, reasoning: Math.floor(output / 2) }
        expect(clampUsage(usage, limits)).toEqual({ usage, clamped: [] })
      }),
      { seed: SEED },
    )
  })

  test('above them by one is reduced by one and named', () => {
    const usage = {
      ...noUsage(),
      input: limits.contextWindow + 1,
      output: limits.output + 1,
      reasoning: limits.output + 1,
    }
    const believed = clampUsage(usage, limits)
    expect(believed.clamped).toEqual(['input', 'output'])
    expect(inputTotal(believed.usage)).toBe(limits.contextWindow)
    expect(outputTotal(believed.usage)).toBe(limits.output)
    expect(believed.usage.reasoning).toBe(limits.output)
  })

  test('is never more than the model can do', () => {
    const count = fc.oneof(fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER))
    const report = fc.record({ input: count, cacheRead: count, cacheWrite5m: count, output: count, audioOutput: count })
    fc.assert(
      fc.property(report, fc.integer({ min: 1, max: 8 }), (counts, choices) => {
        const { usage } = clampUsage({ ...noUsage(), ...counts }, limits, choices)
        expect(inputTotal(usage)).toBeLessThanOrEqual(limits.contextWindow)
        expect(outputTotal(usage)).toBeLessThanOrEqual(limits.output * choices)
      }),
      { seed: SEED },
    )
  })

  test('of an answer with tool calls may count its input once per call', () => {
    const usage = { ...noUsage(), input: 4 * limits.contextWindow, toolCalls: { web_search: 3 } }
    expect(clampUsage(usage, limits).clamped).toEqual([])
    expect(clampUsage({ ...usage, input: usage.input + 1 }, limits).clamped).toEqual(['input'])
    expect(clampUsage({ ...usage, toolCalls: { web_search: 1e9 } }, limits).usage.toolCalls).toEqual({
      web_search: 1_000,
    })
  })

  test('is not modified in place', () => {
    const reported = { ...noUsage(), input: 1e12 }
    clampUsage(reported, limits)
    expect(reported.input).toBe(1e12)
  })
})

describe('what a model can do', () => {
  test('is the price package’s window if the operator sets none', () => {
    expect(limitsOf(['gpt-4o'], none, day)).toEqual({ contextWindow: 128_000, output: 128_000 })
  })
  test('is the operator’s number, also under the users’ name for it', () => {
    const tables = { contextWindows: { mine: 5_000 }, outputLimits: { 'gpt-4o': 1_000 } }
    expect(limitsOf(['mine', 'gpt-4o'], tables, day)).toEqual({ contextWindow: 5_000, output: 1_000 })
  })
  test('is found by the upstream’s own name, the last', () => {
    expect(limitsOf(['mine', 'gpt-4o'], none, day).contextWindow).toBe(128_000)
    expect(limitsOf(['gpt-4o', 'nobody-knows'], none, day)).toEqual(GENEROUS)
  })
  test('allows an answer that fills the operator’s window, but no more than any model gives', () => {
    expect(limitsOf(['gpt-4o'], { ...none, contextWindows: { 'gpt-4o': 900 } }, day)).toEqual({
      contextWindow: 900,
      output: 900,
    })
    const vast = { ...none, contextWindows: { 'gpt-4o': 1e9 } }
    expect(limitsOf(['gpt-4o'], vast, day)).toEqual({ contextWindow: 1e9, output: GENEROUS.output })
    expect(GENEROUS).toEqual({ contextWindow: 16_777_216, output: 1_048_576 })
  })
  test.each(['claude-sonnet-4-20250514', 'anthropic.claude-sonnet-4-20250514-v1:0', 'claude-sonnet-4@20250514'])(
    'is not the usual window of %s, which reads more if a header asks for it',
    name => {
      expect(limitsOf([name], none, day)).toEqual(GENEROUS)
      expect(limitsOf([name], { ...none, contextWindows: { [name]: 200_000 } }, day).contextWindow).toBe(200_000)
    },
  )
  test('is a generous limit if unknown, or if the price list contradicts its own window', () => {
    for (const name of ['nobody-knows', 'constructor', 'claude-sonnet-4-5', 'gemini-2.5-pro'])
      expect(limitsOf([name], none, day)).toEqual(GENEROUS)
  })
})

/** A greeting in twenty scripts. */
const SCRIPTS = [
  ...[
    '门前的旅人付过钱便继续赶路',
    '門前的旅人付過錢便繼續趕路',
    '旅人は門でお金を払い先へ進む',
    '여행자는 문에서 돈을 내고 간다',
  ],
  ...['Путник платит у ворот и идёт', 'Ο ταξιδιώτης πληρώνει στην πύλη', 'المسافر يدفع عند البوابة ويمضي'],
  ...['הנוסע משלם בשער וממשיך', 'यात्री द्वार पर पैसे देता है', 'পথিক ফটকে টাকা দেয়', 'பயணி வாயிலில் பணம் தருகிறார்'],
  ...['యాత్రికుడు ద్వారం వద్ద', 'ಪ್ರಯಾಣಿಕನು ದ್ವಾರದಲ್ಲಿ', 'സഞ്ചാരി കവാടത്തിൽ', 'นักเดินทางจ่ายที่ประตู', 'ნაწილი გზაში იხდის'],
  ...['Ճամփորդը վճարում է', 'ተጓዡ በበሩ ይከፍላል', 'អ្នកដំណើរបង់ប្រាក់', 'The traveller pays at the gate'],
]

/** A chat call whose prompt is this text. */
function callWith(text: string): MeteredCall {
  const asked = { model: 'gpt-5', messages: [{ role: 'user', content: text }] }
  return {
    model: 'gpt-5',
    text: JSON.stringify(asked),
    member: name => Object.getOwnPropertyDescriptor(asked, name)?.value,
    inputTokens: () => 7,
    maxTokens: undefined,
    choices: 1,
    soundSeconds: 0,
  }
}

const answering = (usage: string, content = 'Good morning.') =>
  observers['openai-chat'].whole(
    `{"choices":[{"message":{"role":"assistant","content":${JSON.stringify(content)}},"finish_reason":"stop"}],"usage":${usage}}`,
  )
const charged = (usage: string, text = 'Hi', content?: string) =>
  consumedBy('reported', {
    format: 'openai-chat',
    call: callWith(text),
    tally: answering(usage, content),
    limits: limitsOf(['gpt-5'], none, day),
  })

describe('usage of an answer', () => {
  test.each(SCRIPTS)('for a long prompt of “%s” is accepted', text => {
    const long = text.repeat(Math.ceil(120_000 / text.length))
    const { usage, suspect, source } = charged('{"prompt_tokens":156000,"completion_tokens":5}', long)
    expect([usage.input, suspect, source]).toEqual([156_000, [], undefined])
  })

  test('is accepted for any request, in any spelling of its members', () => {
    const word = fc.constantFrom('previous_response_id', 'url_context', 'google_search', 'code_execution', '')
    fc.assert(
      fc.property(word, fc.string(), fc.nat({ max: 400_000 }), (member, text, input) => {
        const { usage } = charged(`{"prompt_tokens":${input + 1},"completion_tokens":9000}`, `"${member}":${text}`)
        expect([usage.input, usage.output]).toEqual([Math.min(input + 1, 400_000), 9_000])
      }),
      { seed: SEED },
    )
  })

  test.each([
    ['{"prompt_tokens":0,"completion_tokens":0}', ['input', 'output']],
    ['{"prompt_tokens":-5,"completion_tokens":-9}', ['prompt_tokens', 'completion_tokens', 'input', 'output']],
    ['{"prompt_tokens":"NaN","completion_tokens":"many"}', ['prompt_tokens', 'completion_tokens', 'input', 'output']],
    ['{"prompt_tokens":{},"completion_tokens":[]}', ['prompt_tokens', 'completion_tokens', 'input', 'output']],
    ['{"prompt_tokens":12,"completion_tokens":0}', ['output']],
  ])('of %s for an answer with content is replaced by our count and marked', (usage, suspect) => {
    const read = charged(usage)
    expect(read.source).toBe('estimated')
    expect(read.suspect).toEqual(suspect)
    expect(outputTotal(read.usage)).toBe(Math.ceil(answering(usage).outputTokens))
    expect(inputTotal(read.usage)).toBeGreaterThanOrEqual(7)
  })

  test.each(['1e308', '400001', '9007199254740993', '99999999999999999999999'])(
    'of %s tokens is reduced to the window',
    count => {
      const read = charged(`{"prompt_tokens":${count},"completion_tokens":${count}}`)
      expect([read.usage.input, read.usage.output, read.source]).toEqual([400_000, 400_000, 'clamped'])
      expect(read.suspect).toContain('input')
    },
  )

  test('of zero for an answer without content stays zero', () => {
    expect(charged('{"prompt_tokens":12,"completion_tokens":0}', 'Hi', '').suspect).toEqual([])
  })
})
