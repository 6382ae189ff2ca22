import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { outputTotal } from '../canonical/usage.ts'
import type { MeteredCall } from '../metering/meter.ts'
import { newTally, type Tally } from '../observers/tally.ts'
import { observers } from '../protocols/index.ts'
import { readRecordings } from '../protocols/laws/recordings.ts'
import { consumedBy } from './consumed-by.ts'
import type { HidesReasoning } from './hidden-reasoning.ts'
import { GENEROUS } from './model-limits.ts'
import { awaitsUsage, mayHaveMore } from './unseen.ts'

const PROTOCOLS = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini'] as const
const EVERY: readonly HidesReasoning[] = ['never', 'unless shown', 'always']
const call: MeteredCall = {
  model: 'm',
  text: '{}',
  member: () => undefined,
  inputTokens: () => 1,
  maxTokens: undefined,
  choices: 1,
  soundSeconds: 0,
}

const data = (...events: object[]) => events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')
function seen(format: (typeof PROTOCOLS)[number], ...events: object[]): Readonly<Tally> {
  const observer = observers[format].stream({ hideUsage: false })
  observer.push(Buffer.from(data(...events)))
  return observer.tally
}
const waits = (tally: Readonly<Tally> | null) => EVERY.filter(hides => awaitsUsage(tally, hides))

const chat = (delta: object, more: object = {}, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
})
const said = { content: 'The gate stands open till the evening bell.' }
const counted = (completion_tokens: number) => ({ usage: { prompt_tokens: 5, completion_tokens } })
const gemini = (text: string, candidatesTokenCount: number, thoughtsTokenCount?: number) => ({
  candidates: [{ content: { parts: [{ text }] } }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount, thoughtsTokenCount },
})
const item = (type: string, happened: string) => ({ type: `response.output_item.${happened}`, item: { type } })
const text = { type: 'response.output_text.delta', delta: said.content }

describe('waiting for the usage of an answer whose client has left', () => {
  const hiding = ['unless shown', 'always']
  test.each<[about: string, tally: Readonly<Tally> | null, by: string[]]>([
    ['before anything came', null, hiding],
    ['of which nothing is known', newTally(), hiding],
    ['of which text came', seen('openai-chat', chat(said)), hiding],
    ['whose reasoning came', seen('openai-chat', chat({ reasoning_content: 'Hm' }), chat(said)), ['always']],
    [
      'whose summary came',
      seen('openai-chat', chat({ reasoning: 'Hm', reasoning_details: [{ type: 'reasoning.summary', summary: 'Hm' }] })),
      hiding,
    ],
    ['counted along', seen('openai-chat', chat(said, counted(9))), []],
    ['counted before its content', seen('openai-chat', chat({}, counted(9)), chat(said)), hiding],
    ['counted as nothing all along', seen('openai-chat', chat(said, counted(0))), hiding],
    ['counted at its first word alone', seen('openai-chat', chat({ content: 'The' }, counted(1)), chat(said)), hiding],
    ['that said it ends', seen('openai-chat', chat(said, {}, 'stop')), ['never', ...hiding]],
    ['that ended with its usage', seen('openai-chat', chat(said, counted(9), 'stop')), []],
    ['of thoughts that are counted', seen('gemini', gemini('Hi', 1, 300)), []],
    ['of Gemini that counts no thoughts', seen('gemini', gemini('Hi', 1)), []],
    [
      'of Claude that has only begun to count',
      seen('anthropic-messages', { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } }),
      hiding,
    ],
    ['whose item is done', seen('openai-responses', text, item('message', 'done')), ['never', ...hiding]],
    ['whose reasoning is done', seen('openai-responses', item('reasoning', 'done')), hiding],
    ['that begins another item', seen('openai-responses', item('message', 'done'), item('message', 'added')), hiding],
    ['that failed', seen('openai-chat', chat(said), { error: { message: 'no' } }), []],
  ])('%s', (_about, tally, by) => {
    expect(waits(tally)).toEqual(by as HidesReasoning[])
  })
})

test('output after a count is added to it', () => {
  const tally = seen('gemini', gemini('Hi', 1, 300), { candidates: [{ content: { parts: [{ text: said.content }] } }] })
  const { usage } = consumedBy('so_far', { format: 'gemini', call, tally, limits: GENEROUS })
  expect(usage.output).toBeGreaterThan(301 + 5)
  expect(mayHaveMore(seen('gemini', gemini('Hi', 1, 300)), 'always')).toBe(false)
})

const streams = readRecordings().flatMap(({ name, dialect, isStream, stream, status }) => {
  const protocol = PROTOCOLS.find(one => one === dialect)
  return protocol && isStream && stream && status === 200 ? [{ name, protocol, stream }] : []
})

describe('a recorded stream left at any point', () => {
  const left = fc.record({
    recording: fc.constantFrom(...streams),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    hides: fc.constantFrom(...EVERY),
  })

  /** The part that the gateway still reads after a client has left. */
  function readOn({
    recording: { protocol, stream },
    at,
    hides,
  }: {
    recording: (typeof streams)[number]
    at: number
    hides: HidesReasoning
  }) {
    const observer = observers[protocol].stream({ hideUsage: false, asArray: stream[0] === 0x5b })
    const whole = observers[protocol].stream({ hideUsage: false, asArray: stream[0] === 0x5b })
    whole.push(stream)
    whole.end()
    const cut = Math.floor(stream.length * at)
    observer.push(stream.subarray(0, cut))
    const wasEnding = observer.tally.isEnding
    let read = cut
    for (; read < stream.length && awaitsUsage(observer.tally, hides); read += 64)
      observer.push(stream.subarray(read, read + 64))
    return { tally: observer.tally, whole: whole.tally, wasEnding, isRead: read > cut }
  }

  test('of a model that may hide its reasoning is charged as counted, and never below what passed', () => {
    fc.assert(
      fc.property(left, given => {
        const { tally, whole, wasEnding } = readOn(given)
        if (!whole.usage || whole.error) return
        const { usage } = consumedBy(tally.usageIsFinal ? 'reported' : 'so_far', {
          format: given.recording.protocol,
          call,
          tally,
          limits: GENEROUS,
        })
        if (given.hides === 'always' || wasEnding)
          expect(tally.usageIsFinal || tally.finished || !mayHaveMore(tally, 'always')).toBe(true)
        if (tally.usageIsFinal) expect(outputTotal(usage)).toBe(outputTotal(whole.usage))
        else if (tally.usage) expect(usage.output).toBeGreaterThanOrEqual(tally.usage.output)
      }),
      { seed: 4, numRuns: 400 },
    )
  })

  test('of Gemini is read only to its first count', () => {
    const ofGemini = streams.filter(({ protocol }) => protocol === 'gemini')
    const later = fc.record({ recording: fc.constantFrom(...ofGemini), at: fc.double({ min: 0, max: 1, noNaN: true }) })
    fc.assert(
      fc.property(later, given => {
        const { tally, isRead } = readOn({ ...given, hides: 'always' })
        const atLeaving = readOn({ ...given, hides: 'never' }).tally
        if (atLeaving.countedTokens !== null) expect(isRead && !mayHaveMore(atLeaving, 'always')).toBe(false)
        expect(awaitsUsage(tally, 'always')).toBe(false)
      }),
      { seed: 5, numRuns: 200 },
    )
  })
})
