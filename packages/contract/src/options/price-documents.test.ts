import { describe, expect, test } from 'bun:test'
import { reasonMessage } from '../reasons.ts'
import { optionTable } from './index.ts'

const tokens = { input: 2, output: 8 }

/** Refused documents, and the sentence for each. */
const REFUSED: [document: unknown, sentence: string][] = [
  ['{', 'is not a valid JSON string'],
  [[tokens], 'must be a JSON object of models, each with its price, or a list of prices by date'],
  [{ mine: 3 }, 'mine: must be a JSON object of models, each with its price, or a list of prices by date'],
  [{ mine: [] }, 'mine: must have at least 1 entries'],
  [{ mine: {} }, 'mine: says no price; give at least one of: tokens, call, images, seconds, characters, minutes'],
  [{ mine: { tokens: { input: 2 } } }, 'mine.tokens.output: is required'],
  [{ mine: { tokens: { ...tokens, input: '2' } } }, 'mine.tokens.input: must be a number'],
  [{ mine: { tokens: { ...tokens, input: -1 } } }, 'mine.tokens.input: must be at least 0'],
  [{ mine: { tokens: { ...tokens, input: 1e9 } } }, 'mine.tokens.input: must be at most 100000'],
  [{ mine: { tokens: { ...tokens, cached: 1 } } }, 'mine.tokens: has an unknown member: cached'],
  [
    { mine: { tokens: { ...tokens, cache_read: 3 } } },
    'mine.tokens.cache_read: must not be more than input, which costs 2',
  ],
  [
    { mine: { tokens: { ...tokens, cache_write_5m: 3, cache_write_1h: 2 } } },
    'mine.tokens.cache_write_1h: must be at least 3, which five minutes cost',
  ],
  [{ mine: { call: 1, tiers: [{ above: 9, input: 1 }] } }, 'mine.tiers: needs prices of tokens; give tokens too'],
  [
    { mine: { tokens, tiers: [{ above: 9 }, { above: 9 }] } },
    'mine.tiers.1.above: must be more than 9, where the tier before it begins',
  ],
  [{ mine: { tokens, marginal: true } }, 'mine.marginal: has a meaning only with tiers; give some, or leave it out'],
  [
    { mine: { tokens, hours: [{ from: '01:00', to: '02:00', zone: 'Mars', factor: 1 }] } },
    'mine.hours.0.zone: must be the name of a time zone, such as UTC or Asia/Shanghai',
  ],
  [
    { mine: { tokens, hours: [{ from: '01:00', to: '01:00', zone: 'UTC', factor: 1 }] } },
    'mine.hours.0.to: must differ from the time it begins at',
  ],
  [{ mine: [{ tokens }, { tokens, batch: 2 }] }, 'mine.1.batch: must be at most 1'],
  [{ mine: { tokens, from: 'tomorrow' } }, 'mine.from: must be a date, written like 2026-01-31'],
  [
    { mine: { tokens, hours: [{ from: '9', to: '24:00', zone: 'UTC', factor: 1 }] } },
    'mine.hours.0.from: must be a time of day, written like 09:30',
  ],
]

describe('a price document', () => {
  test.each(REFUSED)('%j is refused with a sentence that names the member', (document, sentence) => {
    const text = typeof document === 'string' ? document : JSON.stringify(document)
    const reading = optionTable.ModelPrices.read(text)
    if (!('reason' in reading)) throw new Error('it is accepted')
    expect(reasonMessage(reading.reason, 'en')).toBe(sentence)
  })

  test('is written as it was read, alone or by date', () => {
    const documents = { one: { tokens, note: 'ours' }, two: [{ call: 0.1 }, { from: '2027-01-01', call: 0.2 }] }
    const reading = optionTable.ModelPrices.read(JSON.stringify(documents))
    expect(reading).toEqual({ value: documents })
    if ('value' in reading) expect(JSON.parse(optionTable.ModelPrices.write(reading.value))).toEqual(documents)
  })
})
