import { describe, expect, test } from 'bun:test'
import { ENDED_BY, type EndedBy, KNOWN, type Known } from '@tollgate/contract'
import { addUsage, inputTotal, outputTotal } from '../canonical/usage.ts'
import type { MeteredCall } from '../metering/meter.ts'
import { MEDIA_KINDS } from '../observers/media.ts'
import { newTally, type Tally } from '../observers/tally.ts'
import { meters, observers } from '../protocols/index.ts'
import { readRecordings } from '../protocols/laws/recordings.ts'
import { CHARGES, chargeRule, HIDDEN_CHARGES } from './charge-rules.ts'
import { addUnseenReasoning, consumedBy, HIDDEN_TOKENS_PER_SECOND } from './consumed-by.ts'
import { GENEROUS } from './model-limits.ts'
import { FREE, priceOf } from './price-of.ts'

const PROTOCOLS = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini'] as const
type Protocol = (typeof PROTOCOLS)[number]

const call: MeteredCall = {
  model: 'm',
  text: '{}',
  member: () => undefined,
  inputTokens: () => 77,
  maxTokens: undefined,
  choices: 1,
  soundSeconds: 0,
}

const prices = { ModelPrice: {}, ModelRatio: { m: 1 }, CompletionRatio: { m: 4 }, CacheRatio: {} }
const price = priceOf('m', prices, new Date('2026-08-20')) ?? FREE
const terms = { price, groupRatio: 1, quotaPerUnit: 500_000 }

const recorded = readRecordings().flatMap(({ name, dialect, isStream, stream, body, status }) => {
  const protocol = PROTOCOLS.find(one => one === dialect)
  if (!protocol || status !== 200) return []
  const bytes = isStream ? stream : Buffer.from(JSON.stringify(body))
  return bytes ? [{ name, protocol, isStream, bytes }] : []
})

/** Short recordings are cut at every byte, long ones at evenly spread places, always the same. */
const MOST_CUTS = 4_000
const RECORDINGS_EACH = 24

/**
 * What is known of an answer after each byte that changed it. A stream's tally grows; half of a whole answer says
 * nothing.
 */
function* cuts(protocol: Protocol, isStream: boolean, bytes: Uint8Array): Generator<Readonly<Tally>> {
  const step = Math.max(1, Math.ceil(bytes.length / MOST_CUTS))
  if (!isStream) {
    yield newTally()
    yield observers[protocol].whole(Buffer.from(bytes).toString())
    return
  }
  const observer = observers[protocol].stream({ hideUsage: false, asArray: bytes[0] === 0x5b })
  yield observer.tally
  let last = ''
  for (let at = 0; at < bytes.length; at += step) {
    observer.push(bytes.subarray(at, at + step))
    const { usage, usageIsFinal, produced, outputTokens, error } = observer.tally
    const known = JSON.stringify([usage?.input, usage?.output, usageIsFinal, produced, outputTokens, error])
    if (known !== last) yield observer.tally
    last = known
  }
}

/** The same rule, written independently of the code: what an answer's reports and texts say of its consumption. */
function columnOf(tally: Readonly<Tally>): Known {
  if (tally.error && !tally.produced) return 'nothing'
  const output = tally.usage ? outputTotal(tally.usage) : 0
  if (tally.usageIsFinal && tally.usage) return tally.produced || output > 0 ? 'final_usage' : 'nothing'
  if (!tally.produced) return 'nothing'
  return tally.usage ? 'running_usage' : 'visible_text'
}

/** Input and output of a table cell. */
function amounts(endedBy: EndedBy, tally: Readonly<Tally>, isHidden: boolean): [input: number, output: number] | null {
  const rule = chargeRule(endedBy, tally, isHidden)
  if (rule.charged === 'free') return null
  const ended = { format: 'openai-chat' as const, call, tally, limits: GENEROUS }
  const consumed = consumedBy(rule.charged, ended)
  const { usage } =
    rule.charged === 'time' ? addUnseenReasoning(consumed, ended, { seconds: 10, held: 1e9 }, terms) : consumed
  return [inputTotal(usage), outputTotal(usage)]
}

const LEAVING: readonly EndedBy[] = ['client_before', 'client_during']

/**
 * The rule in words: a client that leaves pays for the prompt, a broken-off answer for what came, and hidden thinking
 * is not free.
 */
function expected(endedBy: EndedBy, tally: Readonly<Tally>, isHidden: boolean): [number, number] | null {
  const column = columnOf(tally)
  const { usage, earlierRounds, countedTokens } = tally
  const told = usage && earlierRounds && column !== 'final_usage' ? addUsage(earlierRounds, usage) : usage
  const input = told && inputTotal(told) > 0 ? inputTotal(told) : 77
  const seen = Math.ceil(tally.outputTokens)
  if (endedBy === 'killed') return null
  if (column === 'final_usage') {
    const output = told ? outputTotal(told) : 0
    return [input, output === 0 ? seen : output]
  }
  const since = countedTokens ? Math.ceil(tally.outputTokens - countedTokens) : 0
  const soFar = told ? Math.max(told.output + since, seen) + told.audioOutput + told.imageOutput : seen
  const { media } = tally
  const shown = media ? MEDIA_KINDS.reduce((sum, kind) => sum + Math.ceil(media[kind] - media.counted[kind]), 0) : 0
  if (LEAVING.includes(endedBy) && isHidden) return [input, Math.max(soFar, 10 * HIDDEN_TOKENS_PER_SECOND) + shown]
  if (column !== 'nothing') return [input, soFar + shown]
  return LEAVING.includes(endedBy) ? [input, 0] : null
}

describe.each([...PROTOCOLS])('an answer in %s', protocol => {
  for (const isStream of [true, false]) {
    const own = recorded
      .filter(one => one.protocol === protocol && one.isStream === isStream)
      .toSorted((one, other) => one.bytes.length - other.bytes.length)
    const step = Math.max(1, Math.floor(own.length / RECORDINGS_EACH))
    const some = own.filter((_, index) => index % step === 0)
    const columns = new Set<Known>()

    test(`${isStream ? 'streamed' : 'whole'}, cut at every byte, is charged by its table cell`, () => {
      expect(some.length).toBeGreaterThan(0)
      for (const { bytes } of some) {
        for (const tally of cuts(protocol, isStream, bytes)) {
          const column = columnOf(tally)
          columns.add(column)
          for (const endedBy of ENDED_BY) {
            for (const isHidden of [false, true]) {
              const row = (isHidden && HIDDEN_CHARGES[endedBy]) || CHARGES[endedBy]
              const rule = chargeRule(endedBy, tally, isHidden)
              if (rule.known !== column || rule.charged !== row[column])
                throw new Error(`${endedBy}: ${JSON.stringify(rule)}, not ${column}`)
              const [found, wanted] = [amounts(endedBy, tally, isHidden), expected(endedBy, tally, isHidden)]
              if (String(found) !== String(wanted)) throw new Error(`${endedBy} × ${column}: ${found}, not ${wanted}`)
            }
          }
        }
      }
      expect(columns.has('nothing') && columns.has('final_usage')).toBe(true)
    })
  }
})

describe('the table', () => {
  test('has a cell for each ending and all that can be known', () => {
    expect(Object.keys(CHARGES)).toEqual([...ENDED_BY])
    for (const row of Object.values(CHARGES)) expect(Object.keys(row)).toEqual([...KNOWN])
  })

  const produced: Tally = { ...newTally(), produced: true, outputTokens: 30 }

  test('charges nothing for calls that failed, were empty or were killed', () => {
    for (const endedBy of ENDED_BY.filter(one => !LEAVING.includes(one)))
      expect(chargeRule(endedBy, newTally(), true).charged).toBe('free')
    expect(chargeRule('killed', produced, true).charged).toBe('free')
  })

  test('never treats an error in place of an answer as an answer, whatever it counts', () => {
    const usage = meters['openai-chat'].estimated(call, { ...newTally(), outputTokens: 30 })
    const error = { status: 500, message: 'no', type: null, code: null, param: null }
    const failed = { ...newTally(), usage, usageIsFinal: true, error }
    expect(chargeRule('upstream_error', failed, false)).toMatchObject({ known: 'nothing', charged: 'free' })
  })
})

describe('reasoning that was not shown', () => {
  const ended = { format: 'openai-chat' as const, call, tally: newTally(), limits: GENEROUS }
  const consumed = consumedBy('time', ended)
  const estimate = (seconds: number, held: number, more: Partial<MeteredCall> = {}) =>
    addUnseenReasoning(consumed, { ...ended, call: { ...call, ...more } }, { seconds, held }, terms).usage

  test('is charged by its time', () => {
    expect(estimate(10, 1e9)).toMatchObject({ input: 77, output: 500, reasoning: 500 })
  })
  test('costs no more than the hold', () => {
    expect(estimate(10, 77 + 4 * 120).output).toBe(120)
    expect(estimate(10, 0).output).toBe(0)
  })
  test('is no more than the client allowed', () => {
    expect(estimate(10, 1e9, { maxTokens: 40 }).output).toBe(40)
    expect(estimate(10, 1e9, { maxTokens: 40, choices: 2 }).output).toBe(80)
  })
})
