import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import type { Source } from '../../sources/source.ts'
import { builtInCompletion } from './new-api-completion.ts'
import { builtInRatio } from './new-api-ratios.ts'
import { type PriceTable, pricesOfSource } from './prices-of-source.ts'

const NONE: PriceTable = { ModelRatio: {}, CompletionRatio: {}, CacheRatio: {}, ModelPrice: {} }
const EARLY = { family: 'new-api', name: 'new-api of early 2025' } as const
const LATE = { family: 'new-api', name: 'new-api of 2026' } as const

/** A source whose channels serve models that nobody has called. */
function serving(...models: string[]): Source {
  const database = new Database(':memory:')
  database.run('create table channels (models)')
  database.run('insert into channels values (?)', [models.join(',')])
  const columns = new Map([['channels', ['models']]])
  return {
    name: 'a source',
    database,
    kind: 'sqlite',
    sha256: '',
    columns,
    hasLogs: true,
    close: () => database.close(),
  }
}

describe('a model of new-api that was never called', () => {
  test('costs what its program has built in, where no option has a row', () => {
    const source = serving('gpt-4o', 'glm-4-plus', 'dall-e-3', 'whisper-1', 'nobody-knows')
    const { tables, found, missing } = pricesOfSource(source, EARLY, NONE, () => false)
    expect(tables).toEqual({
      ModelRatio: { 'gpt-4o': 1.25, 'glm-4-plus': 3.424657534 },
      CompletionRatio: { 'gpt-4o': 4, 'glm-4-plus': 1 },
      CacheRatio: { 'gpt-4o': 0.5, 'glm-4-plus': 1 },
      ModelPrice: { 'dall-e-3': 0.04 },
    })
    expect(found.builtInNewApi).toEqual(['dall-e-3', 'glm-4-plus', 'gpt-4o'])
    expect(missing).toEqual(['nobody-knows', 'whisper-1'])
  })

  test('has no price where the option has a row that lacks it', () => {
    const { tables, missing } = pricesOfSource(serving('gpt-4o', 'dall-e-3'), EARLY, NONE, () => true)
    expect([tables, missing]).toEqual([NONE, ['dall-e-3', 'gpt-4o']])
  })

  test('with a ratio in the option has the multiple of output that the program fixes', () => {
    const stored = { ...NONE, ModelRatio: { 'deepseek-chat': 1 }, CompletionRatio: { 'deepseek-chat': 2 } }
    const early = pricesOfSource(serving('deepseek-chat'), EARLY, stored, () => true)
    expect([early.tables.CompletionRatio, early.fixed]).toEqual([{ 'deepseek-chat': 4 }, ['deepseek-chat']])
    const late = pricesOfSource(serving('deepseek-chat'), LATE, stored, () => true)
    expect([late.tables.CompletionRatio, late.fixed]).toEqual([{ 'deepseek-chat': 2 }, []])
  })
})

test.each([
  ['gpt-4o', 1.25, 1.25],
  ['claude-2.1', 4, undefined],
  ['gemini-1.5-pro-latest', 1.75, 1.25],
  ['claude-sonnet-4-20250514', undefined, 1.5],
  ['gpt-4.1-mini', undefined, 0.2],
  ['gpt-4-gizmo-abc', 15, 15],
  ['gemini-2.5-pro-thinking-128', undefined, 0.625],
] as const)('%s has the ratio %d in early 2025 and %d in 2026', (model, early, late) => {
  expect([builtInRatio(model, 0), builtInRatio(model, 2)]).toEqual([early, late])
})

test.each([
  ['gpt-4o-2024-05-13', { ratio: 3, isFixed: true }, { ratio: 3, isFixed: true }],
  ['gpt-4o', { ratio: 4, isFixed: true }, { ratio: 4, isFixed: false }],
  ['gpt-4-0613', { ratio: 2, isFixed: false }, { ratio: 2, isFixed: false }],
  ['gpt-3.5-turbo-0125', { ratio: 3, isFixed: true }, { ratio: 2, isFixed: false }],
  ['gpt-5-mini', { ratio: 1, isFixed: false }, { ratio: 8, isFixed: true }],
  ['gpt-5.6-sol', { ratio: 1, isFixed: false }, { ratio: 6, isFixed: false }],
  ['gemini-2.5-flash-preview-05-20-nothinking', { ratio: 4, isFixed: true }, { ratio: 4, isFixed: false }],
  ['gpt-4o-gizmo-abc', { ratio: 3, isFixed: false }, { ratio: 3, isFixed: false }],
  ['gpt-4o-all', { ratio: 1, isFixed: false }, { ratio: 2, isFixed: false }],
  ['us.claude-3-haiku', { ratio: 5, isFixed: true }, { ratio: 5, isFixed: true }],
  ['a-model', { ratio: 1, isFixed: false }, { ratio: 1, isFixed: false }],
] as const)('the output of %s has its multiple in early 2025 and in 2026', (model, early, late) => {
  const nothing = { stored: undefined, isStored: false }
  expect([builtInCompletion(model, 0, nothing), builtInCompletion(model, 2, nothing)]).toEqual([early, late])
})
